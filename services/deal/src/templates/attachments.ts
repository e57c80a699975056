import { invalidInput } from '@svc/chassis/errors/app-error';
import type { NewAttachment } from '@svc/proto/deal/v1/template_service';

const ATTACHMENTS_MAX = 10;
/** Maximum bytes of all attachments of a template. As base64 they still fit into one gRPC message. */
const CONTENT_BYTES_MAX = 5 * 1_024 * 1_024;

/** A media type without parameters (RFC 6838, 4.2), followed by the base64 marker. */
const HEAD = /^data:([a-z0-9][\w.+-]{0,99}\/[a-z0-9][\w.+-]{0,99});base64,/i;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** An attachment to be stored. */
export interface AttachmentContent {
  readonly name: string;
  /** Media type in lower case. */
  readonly contentType: string;
  readonly content: Buffer;
}

/** Parses attachments from their data URLs. Throws `invalid_input` when one is malformed, or when they exceed the count or the total size. */
export function readAttachments(attachments: readonly NewAttachment[]): AttachmentContent[] {
  if (attachments.length > ATTACHMENTS_MAX) {
    throw invalidInput('attachments', `must have at most ${ATTACHMENTS_MAX} files.`);
  }
  const read = attachments.map(readAttachment);
  const bytes = read.reduce((sum, { content }) => sum + content.length, 0);
  if (bytes > CONTENT_BYTES_MAX) {
    throw invalidInput('attachments', 'must have at most 5 MB in all. Attach fewer or smaller files.');
  }
  return read;
}

function readAttachment({ name, contentType, dataUrl }: NewAttachment, index: number): AttachmentContent {
  const path = `attachments.${index}`;
  const [head, ownType] = HEAD.exec(dataUrl) ?? [];
  if (head === undefined || ownType === undefined) {
    throw invalidInput(`${path}.dataUrl`, 'must be a data URL: data:<media type>;base64,<content>.');
  }
  if (typeof contentType === 'string' && contentType.toLowerCase() !== ownType.toLowerCase()) {
    throw invalidInput(`${path}.contentType`, `must be the media type of the data URL, ${ownType}.`);
  }
  const base64 = dataUrl.slice(head.length);
  if (base64 === '' || base64.length % 4 !== 0 || !BASE64.test(base64)) {
    throw invalidInput(`${path}.dataUrl`, 'must be a non-empty base64 text with padding (RFC 4648, section 4).');
  }
  return { name, contentType: ownType.toLowerCase(), content: Buffer.from(base64, 'base64') };
}

/** The data URLs of attachments. */
export function toDataUrl(contentType: string, content: Buffer): string {
  return `data:${contentType};base64,${content.toString('base64')}`;
}
