import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { env } from '#lib/core/env'

/** A file of the store. */
interface StoredFile {
  key: string
  modifiedAt: Date
}

/** Where encrypted files are stored. It sees ciphertext only. */
export interface Store {
  /**
   * Stores the local file `path` under `key` atomically, unless there is one: a stored file never changes, because
   * others may be reading it. `modifiedAt` is now in both cases. The local file stays.
   * @returns whether it was stored
   */
  put(key: string, path: string): Promise<boolean>
  /**
   * The first `head` bytes (by default none), then those from `start` to `end` (inclusive, by default the last byte),
   * all of one stored file, and the length of the whole file; null when it does not exist. `start` is not before
   * `head`.
   */
  read(
    key: string,
    start: number,
    end?: number,
    head?: number,
  ): Promise<{ total: number; bytes: Readable } | null>
  remove(key: string): Promise<void>
  /** When the file was last put; null when it does not exist. */
  modifiedAt(key: string): Promise<Date | null>
  /** All stored files, in no order. */
  list(): AsyncIterable<StoredFile>
  /**
   * Checks that files may be written. A bucket is not written to where it has the file of this check already.
   * @returns whether something was written, so that the store is not full
   * @throws when it does not respond or refuses
   */
  probe(): Promise<boolean>
  /** Writes, reads, lists and removes a file. @throws when one of these fails */
  check(): Promise<void>
}

/** The folder for files that are not stored yet; always on this machine. */
export function stagingFolder(): string {
  return join(env().dataDir, 'staging')
}

/** The path of a new file in the staging folder, which is created. */
export async function makeStagingPath(): Promise<string> {
  const folder = stagingFolder()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return join(folder, randomUUID())
}

/** The name of a tenant's file in the store. */
export function makeStoreKey(tenantId: number, sha256: string): string {
  return `${tenantId}/${sha256.slice(0, 2)}/${sha256}`
}

/** The pictures of page 1 of a file: a small one for lists, and one that can be read. */
export const pictureKinds = ['thumbnail', 'page'] as const
export type PictureKind = (typeof pictureKinds)[number]

/** The name of a picture of a tenant's file. */
export function makePictureKey(tenantId: number, sha256: string, kind: PictureKind): string {
  return `${makeStoreKey(tenantId, sha256)}.${kind}`
}
