/** What is used of a ScaledObject of KEDA 2 (keda.sh/v1alpha1) with triggers of Kafka. */
export interface ScaledObject {
  readonly apiVersion: 'keda.sh/v1alpha1';
  readonly kind: 'ScaledObject';
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly scaleTargetRef: { readonly name: string };
    /** How often it looks [s]. */
    readonly pollingInterval?: number;
    /** How long after the last trigger it goes to none [s]. */
    readonly cooldownPeriod?: number;
    readonly minReplicaCount?: number;
    readonly maxReplicaCount?: number;
    readonly advanced?: {
      readonly horizontalPodAutoscalerConfig?: {
        readonly behavior?: import('kubernetes-types/autoscaling/v2.d.ts').HorizontalPodAutoscalerBehavior;
      };
    };
    readonly triggers: readonly {
      readonly type: 'kafka';
      readonly metadata: {
        readonly bootstrapServersFromEnv: string;
        readonly consumerGroup: string;
        readonly topic: string;
        /** Records that wait for each replica; texts, as all of a trigger's metadata. */
        readonly lagThreshold: string;
        readonly offsetResetPolicy?: 'earliest' | 'latest';
        readonly allowIdleConsumers?: 'true' | 'false';
      };
    }[];
  };
}

/** What is used of a kustomization.yaml. */
export interface Kustomization {
  readonly apiVersion: 'kustomize.config.k8s.io/v1beta1';
  readonly kind: 'Kustomization';
  readonly namespace?: string;
  readonly labels?: readonly { readonly pairs: Readonly<Record<string, string>> }[];
  readonly images?: readonly { readonly name: string; readonly newName: string; readonly newTag: string }[];
  readonly resources: readonly string[];
  readonly patches?: readonly {
    readonly target: { readonly kind: string; readonly name: string };
    readonly patch: string;
  }[];
}
