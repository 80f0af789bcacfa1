import type { DocumentStatus } from '#db/schema/documents'
import { questions, type StateRule } from '#lib/core/verdict'

export type DocumentAction = 'delete' | 'enterProcess'

/** What a document's state permits (decisions, part 4). */
export const documentStates: Record<DocumentAction, StateRule<DocumentStatus>> = {
  delete: { from: ['uploaded'], otherwise: 'The document belongs to a signature process.' },
  enterProcess: { from: ['uploaded'], otherwise: 'The document belongs to a signature process already.' },
}

export const documentCan = questions(documentStates)
