/** Milliseconds that an operation may take, including all services that it calls. */
export const OPERATION_MS = 20_000;

/** Milliseconds that a request with an upload may take: the two minutes of the image intake, and a margin. */
export const UPLOAD_MS = 150_000;
