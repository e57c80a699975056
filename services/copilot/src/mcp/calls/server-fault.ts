/** Why a server does not respond. */
export type FaultKind = 'refused' | 'failed' | 'late' | 'unreachable' | 'unreadable_header' | 'unusable';

/** Message for administrators; never the server's own text. */
const FAULT_TEXTS: Readonly<Record<FaultKind, string>> = {
  refused: 'The server refuses access. Check the header.',
  failed: 'The server answers with an error.',
  late: 'The server does not answer in time.',
  unreachable: 'The server cannot be reached.',
  unreadable_header: 'The header can no longer be opened. Enter it again.',
  unusable: 'The server does not speak MCP. Check the address and the transport.',
};

/** Why a server did not respond, and whether the call may have taken effect. */
export class ServerFault extends Error {
  override readonly name = 'ServerFault';
  readonly kind: FaultKind;
  /** A call was under way, and may have been made. */
  readonly isUncertain: boolean;

  constructor(kind: FaultKind, { isUncertain = false, cause }: { isUncertain?: boolean; cause?: unknown } = {}) {
    super(FAULT_TEXTS[kind], { cause });
    this.kind = kind;
    this.isUncertain = isUncertain;
  }
}
