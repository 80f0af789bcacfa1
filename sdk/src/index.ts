/** The entry of the package: all that its users import. */
// biome-ignore-start lint/performance/noBarrelFile: a package has one entry.
export { type ErrorCode, ParaphError } from './error.ts'
export type {
  CallOptions,
  components,
  OperationName,
  Options,
  Result,
  SignatureProcess,
  UploadedDocument,
  WebhookEvent,
} from './operations.ts'
export { Paraph, type ParaphOptions } from './paraph.ts'
export type { UploadSource } from './upload.ts'
export { verifyWebhook, type WebhookHeaders } from './webhooks.ts'
// biome-ignore-end lint/performance/noBarrelFile: a package has one entry.
