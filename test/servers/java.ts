// The servers in Java, as tests have them: most end before the second compiler would have paid.
const given = process.env['JDK_JAVA_OPTIONS'];
process.env['JDK_JAVA_OPTIONS'] = [given, '-XX:TieredStopAtLevel=1'].filter(Boolean).join(' ');
