import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MODULE, PythonFolder } from './python-folder.ts';

/** The example of the page, on a folder of CSV files. */
const EXAMPLE = `
from anomaly_detector import AnomalyDetector, TemporalConfig, SpatialConfig
detector = AnomalyDetector(database_path="weather")
result = detector.detect(
    end_time="2022-09-15 15:50:00",
    temporal_config=TemporalConfig(method="arima", window_hours=6),
    spatial_config=SpatialConfig(enabled=True, method="pearson", neighbor_radius_km=100),
    variables=["temp_out"],
)
for anomaly in result.anomalies:
    print(anomaly.station_id, anomaly["classification"])
print(result["metadata"]["window_hours"], result.summary.total_stations)
`;

const MISTAKES = `
import datetime, warnings
import anomaly_detector as module
def told(work):
    try:
        work()
    except module.AnomalyDetectorError as error:
        print(type(error).__name__, error.exit_code, error)
end = datetime.datetime(2022, 9, 15, 15, 50)
told(lambda: module.AnomalyDetector("nowhere").detect(end))
told(lambda: module.AnomalyDetector("weather").detect(end, module.TemporalConfig("magic", -1)))
told(lambda: module.AnomalyDetector("weather").detect("2021-01-01 00:00:00"))
told(lambda: module.AnomalyDetector("weather", "Europe/Athens").detect(end))
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    module.AnomalyDetector("weather").detect(end.replace(tzinfo=datetime.timezone.utc), module.TemporalConfig(window_hours=48))
print("warned:", said[0].message)
`;

describe('the Python module', () => {
  let opened: PythonFolder;
  let folder: string;
  before(function () {
    const found = PythonFolder.open();
    if (found === null) this.skip();
    opened = found;
    ({ folder } = found);
  });
  after(() => opened?.remove());

  const python = (argv: readonly string[]) => opened.run(argv);

  it('returns the report, its fields as keys and as attributes', () => {
    const { stdout, stderr } = python(['-c', EXAMPLE]);
    assert.equal(stderr, '');
    assert.match(stdout, /^(s2 device_failure\n)+6 3\n$/);
  });

  it("raises what goes wrong with the command's message, and warns", () => {
    const { stdout, stderr } = python(['-c', MISTAKES]);
    assert.equal(stderr, '');
    const [database, parameter, insufficient, zone, warned] = stdout.split('\n');
    assert.match(database, /^DatabaseError 2 cannot read the database nowhere: there is nothing of that name/);
    assert.match(
      parameter,
      /^InvalidParameterError 3 --window is '-1', should be .*; --temporal-method is 'magic', should be/,
    );
    assert.match(insufficient, /^InsufficientDataError 4 ./);
    assert.match(zone, /^InvalidParameterError 3 --source-timezone is for a collector/);
    assert.match(warned, /^warned: --window is 48 hours; at most 24 are recommended/);
  });

  it('passes options through as a script, and keeps the exit code', () => {
    const end = ['--end', '2022-09-15 15:50:00'];
    const good = python(['anomaly_detector.py', '--database', 'weather', ...end, '--save', 'report.json']);
    assert.equal(good.status, 0, good.stderr);
    assert.match(good.stdout, /^Total Stations: +3$/m);
    assert.equal(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')).summary.total_stations, 3);
    const codes = [['--database', 'nowhere'], ['--magic'], ['--database', 'weather', '--end', '2021-01-01 00:00:00']];
    assert.deepEqual(
      codes.map((argv) => python(['anomaly_detector.py', ...argv]).status),
      [2, 3, 4],
    );
  });

  it('runs the Halcyon that it lies in, and says where there is none', async () => {
    const root = join(folder, 'own');
    for (const part of ['deploy/python', 'dist/bin']) mkdirSync(join(root, part), { recursive: true });
    const script = join(root, 'deploy/python/anomaly_detector.py');
    copyFileSync(MODULE, script);
    const command = join(root, 'dist/bin/anomaly-detector.js');
    writeFileSync(command, 'console.log(JSON.stringify(process.argv.slice(2))); process.exit(7);');
    const own = python([script, '--end', 'a b', '-x']);
    assert.deepEqual([own.status, own.stdout], [7, '["--end","a b","-x"]\n']);

    writeFileSync(
      command,
      "process.on('SIGINT', () => process.exit(130)); setInterval(() => {}, 1e3); console.log('on');",
    );
    const child = spawn('python3', [script], { env: opened.environment, stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    assert.deepEqual(await once(child, 'exit'), [130, null]);

    const path = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).stdout.trim();
    const none = spawnSync(path, ['anomaly_detector.py'], { cwd: folder, env: { PATH: '/nowhere' }, encoding: 'utf8' });
    assert.deepEqual([none.status, none.stdout], [1, '']);
    assert.match(none.stderr, /^error: there is no anomaly-detector in PATH/);
  });

  it("reads a collector's file beside it where nothing else says what is read", () => {
    const root = join(folder, 'beside');
    for (const part of ['deploy/python', 'dist/bin', 'work']) mkdirSync(join(root, part), { recursive: true });
    const script = join(root, 'deploy/python/anomaly_detector.py');
    copyFileSync(MODULE, script);
    const command = join(root, 'dist/bin/anomaly-detector.js');
    writeFileSync(command, 'console.log(JSON.stringify(process.argv.slice(2)));');
    const bare = { PATH: opened.environment['PATH'] };
    const words = (argv: readonly string[], more: NodeJS.ProcessEnv = {}) => {
      const options = { cwd: join(root, 'work'), env: { ...bare, ...more }, encoding: 'utf8' } as const;
      return JSON.parse(spawnSync('python3', [script, ...argv], options).stdout) as string[];
    };
    assert.deepEqual(words(['--window', '6']), ['--window', '6']);
    writeFileSync(join(root, 'deploy/python/weather_stream.db'), '');
    assert.deepEqual(words([]), [`--database=${join(root, 'deploy/python/weather_stream.db')}`]);
    writeFileSync(join(root, 'work', 'weather_stream.db'), '');
    assert.deepEqual(words(['--verbose']), [`--database=${join(root, 'work', 'weather_stream.db')}`, '--verbose']);
    for (const argv of [['--database=x'], ['--db', 'x'], ['--pg-url', 'x']]) assert.deepEqual(words(argv), argv);
    for (const name of ['HALCYON_DATABASE', 'CLICKHOUSE_URL', 'HALCYON_DATA'])
      assert.deepEqual(words([], { [name]: 'x' }), []);
  });

  it('is written in the language of Python 3.9', () => {
    const parse = "import ast, sys; ast.parse(open(sys.argv[1]).read(), feature_version=(3, 9)); print('ok')";
    assert.equal(python(['-c', parse, MODULE]).stdout, 'ok\n');
  });
});
