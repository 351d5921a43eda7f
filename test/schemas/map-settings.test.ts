import assert from 'node:assert/strict';
import { readConfiguration } from '../../schemas/configuration.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import { originOfTiles } from '../../schemas/map-settings.ts';

const TILES = 'https://tiles.example.org/{z}/{x}/{y}.png';

describe('the settings of the base map', () => {
  it('have none by default', () => {
    const { mapTiles, mapAttribution, mapZoom } = readConfiguration({});
    assert.deepEqual([mapTiles, mapAttribution, mapZoom], ['', '', 19]);
  });

  for (const template of [
    TILES,
    'http://127.0.0.1:8081/{z}/{y}/{x}',
    'https://[::1]/a/{z}/{x}/{y}.webp?key=a%20b',
    'https://tiles.example.org/?zoom={z}&column={x}&row={y}',
  ]) {
    it(`take ${template}`, () => {
      assert.equal(readConfiguration({ HALCYON_MAP_TILES: template }).mapTiles, template);
      assert.match(originOfTiles(template), /^https?:\/\/[^/{}]+$/);
    });
  }

  for (const template of [
    'tiles.example.org/{z}/{x}/{y}.png',
    '/tiles/{z}/{x}/{y}.png',
    'ftp://tiles.example.org/{z}/{x}/{y}.png',
    'https://tiles.example.org/{z}/{x}.png',
    'https://{s}.example.org/{z}/{x}/{y}.png',
    'https://{z}.example.org/{z}/{x}/{y}.png',
    'https://tiles.example.org/{z}/{x}/{y}{r}.png',
    'https://me:secret@tiles.example.org/{z}/{x}/{y}.png',
    'https://tiles.example.org/{z}/{x}/{y}.png#a',
    "https://tiles.example.org/{z}/{x}/{y}.png; script-src 'unsafe-inline'",
  ]) {
    it(`refuse ${template}, and say what would be right`, () => {
      assert.throws(
        () => readConfiguration({ HALCYON_MAP_TILES: template }),
        (error: unknown) => {
          assert.ok(error instanceof HalcyonError);
          assert.match(error.message, /^HALCYON_MAP_TILES is '.*', should be a URL .* \{z\}, \{x\} and \{y\}/s);
          assert.doesNotMatch(error.message, /secret/);
          return true;
        },
      );
    });
  }
});
