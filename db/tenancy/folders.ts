import { DrizzleQueryError, eq, isNull, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { invalidState } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'

/** The errors by the SQLSTATE of the triggers in db/functions/folders.sql. */
const splitErrors: Record<
  string,
  'documents.documentInAnotherFolder' | 'refusals.documentUsedInAnotherFolder'
> = {
  PF001: 'documents.documentInAnotherFolder',
  PF002: 'refusals.documentUsedInAnotherFolder',
}

/** A folder in the query of a list, or `none` for records without one. */
export type FolderFilter = number | 'none' | undefined

/** The condition that a record is in this folder. */
export function whereInFolder(column: PgColumn, folder: FolderFilter): SQL | undefined {
  if (folder === undefined) return undefined
  return folder === 'none' ? isNull(column) : eq(column, folder)
}

/** Maps the error of those triggers to `invalid_state`; returns other errors unchanged. */
export function toSplitRefusal(error: unknown): unknown {
  const { code = '', detail: id = '' } =
    error instanceof DrizzleQueryError ? (error.cause as { code?: string; detail?: string }) : {}
  const key = splitErrors[code]
  return key ? invalidState(errorText(key, { id }), 'shared') : error
}
