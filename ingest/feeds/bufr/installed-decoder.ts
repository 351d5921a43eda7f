import { existsSync } from 'node:fs';
import type { Logger } from '../../../schemas/logger.ts';
import { Lanes } from '../lanes.ts';
import type { BufrDecoder } from './bufr-decoder.ts';
import { eccodesDecoder } from './eccodes-decoder.ts';
import { pybufrkitDecoder } from './pybufrkit-decoder.ts';
import { lastLine, type Program, runProgram } from './run-program.ts';

/** Which decoder is looked for, and where. */
export interface DecoderChoice {
  /** The first that is installed, the one that is named, or none. */
  readonly decoder: 'auto' | 'eccodes' | 'pybufrkit' | 'none';
  /** Interpreter of Python in which the packages `eccodes` or `pybufrkit` are looked for. */
  readonly python: string;
}

/** Importing takes a second on a machine that is busy. */
const ASKING = { timeMs: 15_000, mostBytes: 64 * 1024 };
/** Processes that decode at once. */
const PROCESSES = 2;
const COMMAND = 'bufr_dump';
/** Where the package `eccodes` of PyPI has its programs. */
const PLACE = 'import eccodeslib, os; print(os.path.join(os.path.dirname(eccodeslib.__file__), "bin", "bufr_dump"))';
/** It has to decode something: a release of it may not work with those of what it needs. */
const VERSION =
  'import pybufrkit; from pybufrkit.bitops import get_bit_reader as r; r(b"7777"); print(pybufrkit.__version__)';

/**
 * The decoder of a choice, as it is installed; null where it is not, of which the log is told once.
 */
export async function installedDecoder(
  { decoder, python }: DecoderChoice,
  logger: Logger,
): Promise<BufrDecoder | null> {
  if (decoder === 'none') return null;
  const found =
    (decoder === 'pybufrkit' ? null : await findEccodes(python)) ??
    (decoder === 'eccodes' ? null : await findPybufrkit(python));
  if (found === null) {
    logger.warn(`BUFR becomes dead letters: ${missingDecoder({ decoder, python })}`);
    return null;
  }
  logger.info(`BUFR is decoded by ${found.title}`);
  return inTurn(found);
}

/** A decoder that starts few processes at once, however many messages wait. */
function inTurn({ title, decode }: BufrDecoder): BufrDecoder {
  const lanes = new Lanes(PROCESSES);
  return { title, decode: (message, signal) => lanes.run(() => decode(message, signal)) };
}

/** Why BUFR is not decoded, and what would be needed. */
export function missingDecoder({ decoder, python }: DecoderChoice): string {
  if (decoder === 'none') return 'HALCYON_BUFR_DECODER turns decoding off';
  const eccodes = `ecCodes (the command ${COMMAND}, or the package eccodes of ${python})`;
  const pybufrkit = `pybufrkit (the package of ${python})`;
  const wanted = decoder === 'auto' ? `${eccodes} or ${pybufrkit}` : decoder === 'eccodes' ? eccodes : pybufrkit;
  return `no decoder is installed, should be ${wanted}; HALCYON_BUFR_DECODER and HALCYON_BUFR_PYTHON say which`;
}

async function findEccodes(python: string): Promise<BufrDecoder | null> {
  const own = await answered({ file: COMMAND, args: ['-V'] });
  if (own !== null) return eccodesDecoder(COMMAND, own);
  const packaged = await answered({ file: python, args: ['-I', '-c', PLACE] });
  if (packaged === null || !existsSync(packaged)) return null;
  const version = await answered({ file: packaged, args: ['-V'] });
  return version === null ? null : eccodesDecoder(packaged, version);
}

async function findPybufrkit(python: string): Promise<BufrDecoder | null> {
  const version = await answered({ file: python, args: ['-I', '-c', VERSION] });
  return version === null ? null : pybufrkitDecoder(python, `pybufrkit ${version}`);
}

/** Last line of what a program answers; null where it is not there or fails. */
async function answered(program: Program): Promise<string | null> {
  const end = await runProgram(program, Buffer.alloc(0), ASKING);
  return typeof end === 'string' ? null : lastLine(end.output.toString('utf8')) || lastLine(end.words) || null;
}
