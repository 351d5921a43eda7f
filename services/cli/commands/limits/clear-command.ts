import { readConfiguration } from '../../../../schemas/configuration.ts';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { EVERY_STATION } from '../../../../schemas/expert-rule.ts';
import { printable } from '../../../../schemas/printable.ts';
import { isVariable, VARIABLES } from '../../../../schemas/variables.ts';
import { findStation } from '../../../stations/find-station.ts';
import { withLimits } from '../../../system/limits-keeper.ts';
import { type CommandIo, failuresTo } from '../../frame/command-frame.ts';
import { NETWORK_OPTION, networkOf } from '../../frame/network-option.ts';
import { withStore } from '../../frame/with-store.ts';

export interface LimitsClearOptions {
  readonly network?: string;
  readonly station?: string;
  readonly variable?: string;
  /** Those of the whole network and of every station. */
  readonly all: boolean;
}

/** `halcyon limits clear`: takes back the limits that are set of a station, or of a whole network. */
export async function limitsClearCommand(options: LimitsClearOptions, io: CommandIo): Promise<number> {
  const { station, variable, all } = options;
  if (variable !== undefined && !isVariable(variable)) {
    const msg = `--variable is '${variable}', should be one of ${VARIABLES.join(', ')}`;
    throw new HalcyonError('invalid_parameter', msg);
  }
  if (all && station !== undefined) {
    throw new HalcyonError('invalid_parameter', '--all and --station exclude each other');
  }
  return withStore(io, async (store) => {
    const found = station === undefined ? null : await findStation(store, station, options.network, NETWORK_OPTION);
    const network = found?.network ?? (await networkOf(store, options.network));
    const cleared = await withLimits(readConfiguration(io.environment), io.now, failuresTo(io), async (keeper) => {
      const { set } = await keeper.list(network, found);
      const asked = set
        .map((one) => ({ network, station: one.station_id ?? EVERY_STATION, variable: one.variable }))
        .filter((one) => all || one.station === (found?.id ?? EVERY_STATION))
        .filter((one) => variable === undefined || one.variable === variable);
      let count = 0;
      for (const one of asked) if (await keeper.clear(one)) count++;
      return count;
    });
    io.stdout.write(`limits taken back in network ${printable(network)}: ${cleared}\n`);
    return 0;
  });
}
