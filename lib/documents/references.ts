import { type SQL, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { ErrorText } from '#lib/messages/errors'

/**
 * How the records of another module reference documents and stored files; the list is in lib/document-references.ts.
 */
export interface DocumentReferences {
  /**
   * Locks the records that reference a document, before the document itself: the lock order of sending, to avoid
   * deadlocks.
   */
  lock?(tx: Tx, ctx: Ctx, documentId: number): Promise<void>
  /** Why the document is still needed; null when it is not. */
  neededFor?(tx: Tx, ctx: Ctx, documentId: number): Promise<ErrorText | null>
  /** Whether signers know the document by its name. */
  knownToSigners?(tx: Tx, ctx: Ctx, documentId: number): Promise<boolean>
  /**
   * Which of these documents the module's records reference and can replace by copies; `owner` is left out.
   */
  replaceable?(tx: Tx, ctx: Ctx, documentIds: number[], owner: Owner): Promise<number[]>
  /** Replaces documents by copies in all of those records. `copies`: ids of copies by ids of originals. */
  replace?(tx: Tx, ctx: Ctx, copies: ReadonlyMap<number, number>, owner: Owner): Promise<void>
  /** Removes the references to a deleted document. */
  remove?(tx: Tx, ctx: Ctx, documentId: number): Promise<void>
  /** Which of these stored PDF files (SHA-256, hex) the module's records reference; uses an index. */
  filesInUse?(reader: Reader, tenantId: number, hashes: string[]): Promise<string[]>
  /** Like `filesInUse` for images of signatures, but reads all signers of the tenant. */
  imagesInUse?(reader: Reader, tenantId: number, hashes: string[]): Promise<string[]>
}

/** The process or template that keeps the original documents. */
export type Owner = { process: number } | { template: number }

/** The hashes for which the condition holds; it refers to each hash as `file.sha256`. */
export async function filterHashes(reader: Reader, hashes: string[], condition: SQL): Promise<string[]> {
  const rows = await reader.execute<{ sha256: string }>(sql`
    select file.sha256 from (
      select value::bpchar as sha256 from jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb)) file
    where ${condition}`)
  return rows.map((row) => row.sha256)
}
