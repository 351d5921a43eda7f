// The servers in Java, as tests have them: most end before the second compiler would have paid, and their classes, which others
// have released, are not verified each time.
const given = process.env['JDK_JAVA_OPTIONS'];
const settings = ['-XX:TieredStopAtLevel=1', '-XX:+UnlockDiagnosticVMOptions', '-XX:-BytecodeVerificationRemote'];
process.env['JDK_JAVA_OPTIONS'] = [given, ...settings].filter(Boolean).join(' ');
