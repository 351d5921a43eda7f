import assert from 'node:assert/strict';
import { anomalyAddress, routeOf, stationAddress } from '../../../../../services/web/client/address/route.ts';

describe('addresses of the pages', () => {
  it('lead to their pages, with and without a slash at the end', () => {
    assert.deepEqual(routeOf('/map'), { page: 'now' });
    assert.deepEqual(routeOf('/map/'), { page: 'now' });
    assert.deepEqual(routeOf('/map/live'), { page: 'map' });
    assert.deepEqual(routeOf('/map/anomalies'), { page: 'anomalies' });
    assert.deepEqual(routeOf('/map/networks/'), { page: 'networks' });
    for (const page of ['audit', 'data', 'report', 'stations', 'ingest', 'people'])
      assert.deepEqual(routeOf(`/map/${page}`), { page });
    assert.deepEqual(routeOf('/map/alerts'), { page: 'alerts', view: 'list' });
    assert.deepEqual(routeOf('/map/alerts/rules'), { page: 'alerts', view: 'rules' });
    assert.deepEqual(routeOf('/map/alerts/calendar'), { page: 'alerts', view: 'calendar' });
    for (const path of ['/map/nothing', '/map/stations/a/b', '/map/networks/a', '/map/alerts/x'])
      assert.deepEqual(routeOf(path), { page: 'unknown' }, path);
  });

  it('carry any id of a station there and back', () => {
    for (const id of ['a', 'a/b', 'é %', '?x=1', '..']) {
      const { pathname, searchParams } = new URL(stationAddress('north & south', id), 'http://localhost');
      if (id !== '..') assert.deepEqual(routeOf(pathname), { page: 'station', id });
      assert.equal(searchParams.get('network'), 'north & south');
    }
    assert.deepEqual(routeOf('/map/stations/%E0%A4%A'), { page: 'station', id: '%E0%A4%A' });
  });

  it('name an anomaly by its station, its time and its id', () => {
    const anomaly = { network: 'n', station_id: 'a', timestamp: '2026-03-01T12:00:00Z', anomaly_id: 'f00' };
    const { pathname, searchParams } = new URL(anomalyAddress(anomaly), 'http://localhost');
    assert.equal(pathname, '/map/stations/a');
    assert.deepEqual(Object.fromEntries(searchParams), { network: 'n', time: anomaly.timestamp, anomaly: 'f00' });
  });
});
