/** How a client proves who it is to the brokers (SASL). */
export type KafkaSasl =
  | {
      readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
      readonly username: string;
      readonly password: string;
    }
  | { readonly mechanism: 'oauthbearer'; readonly token: () => Promise<string> };

/** TLS to the brokers and to the registry; PEM texts. */
export interface KafkaTls {
  /** Certificates that are trusted; those of Node.js where not given. */
  readonly ca?: string;
  /** This client's certificate and key, where the brokers ask for one. */
  readonly certificate?: string;
  readonly key?: string;
}

/** Where the log is and how it is reached. */
export interface KafkaSettings {
  /** host:port of some of the brokers. */
  readonly brokers: readonly string[];
  /** URL of a registry with the Confluent API, for example http://127.0.0.1:8081. */
  readonly registryUrl: string;
  /** In front of every topic, group and subject: several installations share a cluster. */
  readonly prefix: string;
  /** Partitions of the topics that are split by station. */
  readonly partitions: number;
  /** Copies of each partition. */
  readonly replication: number;
  readonly compression: 'none' | 'gzip';
  readonly tls: KafkaTls | null;
  readonly sasl: KafkaSasl | null;
}
