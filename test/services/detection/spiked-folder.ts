import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A CSV folder of three stations and a day up to 2022-09-15 23:50, the second with a spike an hour before the end. */
export function writeSpikedFolder(folder: string): void {
  mkdirSync(folder);
  const rows = ['station_id,time,temp_out,out_hum,wind_speed,bar,rain'];
  for (let back = 144; back >= 0; back--) {
    const time = new Date(Date.UTC(2022, 8, 15, 23, 50) - back * 600_000).toISOString();
    for (let number = 1; number <= 3; number++) {
      const temperature =
        number === 2 && back === 6 ? 45 : 15 + Math.sin(back / 20) + Math.sin(back * 1.7 + number) / 10;
      rows.push(`s${number},${time},${temperature.toFixed(1)},70,8,1013,0`);
    }
  }
  writeFileSync(join(folder, 'observations.csv'), `${rows.join('\n')}\n`);
  const stations = [1, 2, 3].map((number) => `s${number},Station ${number},${47 + number / 100},11,`);
  writeFileSync(
    join(folder, 'stations.csv'),
    `station_id,station_name,latitude,longitude,elevation\n${stations.join('\n')}\n`,
  );
}
