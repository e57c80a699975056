import { type ChannelOptions, experimental, Metadata, type MetadataOptions, status } from '@grpc/grpc-js';
import { Backend, type Movable } from './backend.js';

const {
  ChildLoadBalancerHandler,
  createChildChannelControlHelper,
  parseLoadBalancingConfig,
  PickResultType,
  registerLoadBalancerType,
  subchannelAddressToString,
} = experimental;

/** Name of the policy in a service config. */
export const ROUND_ROBIN_OF_ANSWERING = 'round_robin_of_answering';

/** Metadata options of a call that may be moved to another backend; gRPC passes them to the balancer unchanged. */
export class MovableOptions implements MetadataOptions {
  readonly waitForReady = false;
  readonly movable: Movable;

  constructor(movable: Movable) {
    this.movable = movable;
  }
}

class Config implements experimental.TypedLoadBalancingConfig {
  static createFromJson(): Config {
    return new Config();
  }

  getLoadBalancerName(): string {
    return ROUND_ROBIN_OF_ANSWERING;
  }

  toJsonObject(): object {
    return { [ROUND_ROBIN_OF_ANSWERING]: {} };
  }
}

/** gRPC's round robin that skips silent backends while another one answers and, for a repeated read, the backend on which it just failed. */
class RoundRobinOfAnswering implements experimental.LoadBalancer {
  readonly #backends = new Map<string, Backend>();
  readonly #child: experimental.ChildLoadBalancerHandler;
  readonly #childConfig = parseLoadBalancingConfig({ round_robin: {} });

  constructor(helper: experimental.ChannelControlHelper) {
    this.#child = new ChildLoadBalancerHandler(
      createChildChannelControlHelper(helper, {
        updateState: (state, picker, message) =>
          helper.updateState(state, new AnsweringPicker(picker, this.#backends), message),
      }),
    );
  }

  updateAddressList(
    endpoints: experimental.StatusOr<experimental.Endpoint[]>,
    _config: experimental.TypedLoadBalancingConfig,
    options: ChannelOptions,
    note: string,
  ): boolean {
    if (endpoints.ok) this.#keepOnly(endpoints.value);
    return this.#child.updateAddressList(endpoints, this.#childConfig, options, note);
  }

  exitIdle(): void {
    this.#child.exitIdle();
  }

  resetBackoff(): void {
    this.#child.resetBackoff();
  }

  destroy(): void {
    this.#keepOnly([]);
    this.#child.destroy();
  }

  getTypeName(): string {
    return ROUND_ROBIN_OF_ANSWERING;
  }

  #keepOnly(endpoints: readonly experimental.Endpoint[]): void {
    const addresses = new Set(endpoints.flatMap((endpoint) => endpoint.addresses.map(subchannelAddressToString)));
    for (const [address, backend] of this.#backends) {
      if (addresses.has(address)) continue;
      backend.forget();
      this.#backends.delete(address);
    }
  }
}

class AnsweringPicker implements experimental.Picker {
  readonly #picker: experimental.Picker;
  readonly #backends: Map<string, Backend>;

  constructor(picker: experimental.Picker, backends: Map<string, Backend>) {
    this.#picker = picker;
    this.#backends = backends;
  }

  pick(args: experimental.PickArgs): experimental.PickResult {
    const movable = movableOf(args);
    let tries = this.#backends.size;
    for (;;) {
      const result = this.#picker.pick(args);
      if (result.pickResultType !== PickResultType.COMPLETE || !result.subchannel) return result;
      const backend = this.#backendAt(result.subchannel.getAddress());
      tries -= 1;
      if ((backend.isSilent || backend === movable?.lastTaker) && tries > 0) continue;
      return backend.isGone ? NOBODY_ANSWERS : observed(result, backend, movable);
    }
  }

  #backendAt(address: string): Backend {
    const known = this.#backends.get(address);
    if (known) return known;
    const others = this.#backends;
    const backend = new Backend(address, () =>
      [...others.values()].some((other) => other !== backend && !other.isSilent),
    );
    others.set(address, backend);
    return backend;
  }
}

const NOBODY_ANSWERS: experimental.PickResult = {
  pickResultType: PickResultType.TRANSIENT_FAILURE,
  subchannel: null,
  status: { code: status.UNAVAILABLE, details: 'No process of the service answers.', metadata: new Metadata() },
  onCallStarted: null,
  onCallEnded: null,
};

function movableOf(args: experimental.PickArgs): Movable | undefined {
  const options = args.metadata.getOptions();
  return options instanceof MovableOptions ? options.movable : undefined;
}

function observed(
  result: experimental.PickResult,
  backend: Backend,
  movable: Movable | undefined,
): experimental.PickResult {
  let ended: ((code: status) => void) | undefined;
  return {
    ...result,
    onCallStarted: () => {
      result.onCallStarted?.();
      ended = backend.started(movable);
    },
    onCallEnded: (code, details, metadata) => {
      result.onCallEnded?.(code, details, metadata);
      ended?.(code);
    },
  };
}

registerLoadBalancerType(ROUND_ROBIN_OF_ANSWERING, RoundRobinOfAnswering, Config);
