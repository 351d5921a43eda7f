import type { connect, IClientOptions, MqttClient } from 'mqtt';
import { messageOf } from '../../../schemas/errors.ts';
import type { Logger } from '../../../schemas/logger.ts';
import { sleepUnlessAborted } from '../sleep-unless-aborted.ts';
import type { BrokerAddress } from './broker-address.ts';
import { connectionOptions, reasonOf, reasonOfCode } from './broker-connection.ts';

/** A message of a broker. */
export interface BrokerMessage {
  readonly topic: string;
  readonly payload: Buffer;
  /** Tells the broker that the message is safe. Once its connection is gone nothing is told: the message comes again. */
  readonly acknowledge: () => void;
}

/** What a session is run with. */
export interface SessionDependencies {
  /** Name of the feed, for what the operator is told. */
  readonly name: string;
  /** Takes a message; the broker's next one waits until the promise has resolved. */
  readonly take: (message: BrokerMessage) => Promise<void>;
  /** One line for the operator. */
  readonly logger: Logger;
  /** First and longest wait between two connections [ms]. */
  readonly waits?: readonly [number, number];
}

/** Messages that the broker may send before the first of them is acknowledged. */
const MOST_OPEN = 1000;
const WAITS: readonly [number, number] = [1_000, 60_000];
const KEEPALIVE_S = 30;
/** A connection that held for so long begins the waits anew [ms]. */
const HELD_MS = 30_000;
/** So long the broker has to take a farewell [ms]. */
const FAREWELL_MS = 1_000;
/** Lets the client go on to the next message while this one waits to be acknowledged. */
const NOT_YET = new Error('the message is not safe yet');

/**
 * A session that outlives its connections (MQTT 5 section 4.1): what is published with QoS 1 while nobody is there is
 * kept by the broker, and what was not acknowledged is delivered again.
 */
export class BrokerSession {
  readonly #address: BrokerAddress;
  readonly #dependencies: SessionDependencies;
  /** What the operator knows to be wrong; '' where all is well. */
  #told = '';
  /** True once a connection of this process has subscribed. */
  #subscribed = false;

  constructor(address: BrokerAddress, dependencies: SessionDependencies) {
    this.#address = address;
    this.#dependencies = dependencies;
  }

  /** Connects, again whenever that ends, ever less often up to the longest wait; resolves soon after the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const [first, longest] = this.#dependencies.waits ?? WAITS;
    // Not with the module: every command would spend a tenth of a second on what few need.
    const { connect } = await import('mqtt');
    let failures = 0;
    while (!signal.aborted) {
      const began = performance.now();
      const why = await this.#connection(connect, signal);
      if (signal.aborted) return;
      if (why !== this.#told) this.#warn(`is away: ${why}; it is tried again`);
      this.#told = why;
      failures = performance.now() - began > HELD_MS ? 0 : Math.min(failures + 1, 30);
      const pause = Math.min(longest, first * 2 ** Math.max(0, failures - 1));
      await sleepUnlessAborted(pause * (0.5 + Math.random() / 2), signal);
    }
  }

  /** One connection, from its beginning to its end; resolves with why it ended. */
  #connection(connecting: typeof connect, signal: AbortSignal): Promise<string> {
    let client: MqttClient;
    try {
      client = connecting(this.#address.url, this.#options());
    } catch (error) {
      // What a certificate's file holds is looked at here for the first time.
      return Promise.resolve(messageOf(error));
    }
    this.#handOver(client);
    return new Promise((resolve) => {
      let why = '';
      const end = (reason: string) => {
        why ||= reason;
        client.end(true);
      };
      const leave = () => {
        client.end();
        setTimeout(() => client.stream.destroy(), FAREWELL_MS).unref();
      };
      signal.addEventListener('abort', leave, { once: true });
      client.on('error', (error) => end(reasonOf(error, this.#address)));
      client.on('disconnect', ({ reasonCode }) => end(reasonOfCode(reasonCode ?? 0, this.#address)));
      client.on('connect', ({ sessionPresent }) => this.#subscribe(client, sessionPresent, end));
      client.on('close', () => {
        signal.removeEventListener('abort', leave);
        resolve(
          why ||
            `it closed the connection; where it goes on to, another client has the client_id ${this.#address.clientId}`,
        );
      });
      if (signal.aborted) leave();
    });
  }

  /**
   * Every connection subscribes: a broker that kept the session takes it for the same subscription.
   *
   * @param kept whether the broker kept the session
   */
  #subscribe(client: MqttClient, kept: boolean, end: (reason: string) => void): void {
    const filters = this.#address.topics.map(({ filter }) => filter);
    const { logger, name } = this.#dependencies;
    logger.of(name).debug('connected', { broker: this.#address.url, session_kept: kept });
    client.subscribe(filters, { qos: 1 }, (error, granted) => {
      if (error !== null) {
        end(`it refuses the topics ${filters.join(', ')} (${messageOf(error)})`);
        return;
      }
      const lost = this.#subscribed && !kept ? ', without the session: what was published meanwhile is lost' : '';
      if (this.#told !== '' || lost !== '') this.#warn(`is back${lost}`);
      if (!this.#subscribed && granted?.some(({ qos }) => qos === 0)) {
        this.#warn('grants no QoS 1: what is published while nobody is there is lost');
      }
      this.#told = '';
      this.#subscribed = true;
    });
  }

  /**
   * Takes messages as they come and acknowledges each when that is due. The client waits for its callback before it goes
   * on; called with an error it goes on without an acknowledgement, and called again without one it sends it.
   */
  #handOver(client: MqttClient): void {
    client.handleMessage = (packet, callback) => {
      const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload);
      const acknowledge = () => {
        if (packet.qos > 0 && client.connected) callback();
      };
      const goOn = () => (packet.qos > 0 ? callback(NOT_YET) : callback());
      this.#dependencies.take({ topic: packet.topic, payload, acknowledge }).then(goOn, goOn);
    };
  }

  #options(): IClientOptions {
    const { version, clientId, sessionMs } = this.#address;
    return {
      // A connection is given up when it ends: what it was to acknowledge is another's message on the next.
      ...connectionOptions(this.#address),
      clientId,
      clean: false,
      keepalive: KEEPALIVE_S,
      ...(version === '5' && {
        properties: { sessionExpiryInterval: Math.round(sessionMs / 1000), receiveMaximum: MOST_OPEN },
      }),
    };
  }

  #warn(what: string): void {
    this.#dependencies.logger.of(this.#dependencies.name).warn(`${this.#address.url} ${what}`);
  }
}
