import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { Person } from '../conditions.ts'

/** Replaces the name of an erased person. */
export const ERASED_NAME = 'Erased person'

/** The maximum number of records erased in one transaction. */
export const BATCH_SIZE = 200

/**
 * Erases the next records of one kind.
 * @returns how many were erased, by kind; only zeros when there are none left
 */
export type EraseStep = (
  tx: Tx,
  ctx: Ctx,
  person: Person,
  requestId: number,
) => Promise<Record<string, number>>
