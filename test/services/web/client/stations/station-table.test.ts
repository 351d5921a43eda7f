import assert from 'node:assert/strict';
import {
  guessedColumns,
  readTable,
  registrationsOf,
} from '../../../../../services/web/client/stations/station-table.ts';

describe('a table of stations', () => {
  it('is read with its delimiter, its quotation marks and its decimal commas', () => {
    const table = readTable(
      '\uFEFFStation ID;Name;Lat;Lon;Höhe\r\na;"Alpha; ""upper"""; 51,5 ;4\r\n\r\nb;Beta\nb;52;5\n',
    );
    assert.deepEqual(table.heads, ['Station ID', 'Name', 'Lat', 'Lon', 'Höhe']);
    assert.deepEqual(table.rows[0], ['a', 'Alpha; "upper"', '51,5', '4']);
    const columns = guessedColumns(table.heads);
    assert.deepEqual(columns, { station_id: 0, station_name: 1, latitude: 2, longitude: 3 });
    assert.deepEqual(registrationsOf(table, columns).registrations, [
      { station_id: 'a', station_name: 'Alpha; "upper"', latitude: 51.5, longitude: 4 },
    ]);
  });

  it('says of each row that is wrong what is wrong with it', () => {
    const table = readTable('id,lat,lon,elev\na,51,4,\n,51,4,\nb,north,4,\nc,51,,\nd,51,4,high\ne,"51"x,4,');
    const { registrations, problems } = registrationsOf(table, guessedColumns(table.heads));
    assert.deepEqual(registrations, [{ station_id: 'a', latitude: 51, longitude: 4 }]);
    assert.deepEqual(problems, [
      { row: 2, what: { kind: 'no_id' } },
      { row: 3, what: { kind: 'no_number', field: 'latitude', text: 'north' } },
      { row: 4, what: { kind: 'no_number', field: 'longitude', text: '' } },
      { row: 5, what: { kind: 'no_number', field: 'elevation', text: 'high' } },
      { row: 6, what: { kind: 'not_csv' } },
    ]);
  });

  it('may say who made the stations, and which model they are', () => {
    const table = readTable('id,lat,lon,Manufacturer,Model\na,51,4,Boreal,\nb,52,5,,BX2');
    assert.deepEqual(registrationsOf(table, guessedColumns(table.heads)).registrations, [
      { station_id: 'a', latitude: 51, longitude: 4, manufacturer: 'Boreal' },
      { station_id: 'b', latitude: 52, longitude: 5, model: 'BX2' },
    ]);
  });

  it('has no rows where it has a head alone, or nothing', () => {
    assert.deepEqual(readTable('id,lat,lon').rows, []);
    assert.deepEqual(readTable(''), { heads: [], rows: [] });
  });
});
