import { PdfArray, type PdfObject, type PdfRef } from '@libpdf/core'
import { asDict } from '#lib/pdf/check/inspect'
import type { Revision, Step } from './timeline.ts'

/** An object of both revisions that differs between them. */
export interface Change {
  ref: PdfRef
  before: PdfObject
  after: PdfObject
  /** Offset of the newest cross-reference section that redefines the object. */
  offset: number
}

/** The change of an array in a dictionary; one that is missing counts as empty. */
export function arrayChange(key: string, { ref, before, after, offset }: Change, step: Step): Change {
  const read = (object: PdfObject, { resolve }: Revision) =>
    asDict(object)?.getArray(key, resolve) ?? new PdfArray()
  return { ref, before: read(before, step.before), after: read(after, step.after), offset }
}
