import type { DocumentStatus } from '#db/schema/documents'
import { type StateRule, transitionGuards } from '#lib/core/transition-guards'
import { errorText } from '#lib/messages/errors'
import type { ActiveContent } from '#lib/pdf/check/active-content'

type DocumentAction = 'delete' | 'rename' | 'enterProcess'

/** The statuses in which each action is permitted. */
export const documentStates: Record<DocumentAction, StateRule<DocumentStatus>> = {
  delete: { from: ['uploaded'], refusal: errorText('refusals.documentInProcess') },
  rename: {
    from: ['uploaded'],
    refusal: errorText('refusals.documentNameKnownToSigners'),
  },
  enterProcess: { from: ['uploaded'], refusal: errorText('refusals.documentAlreadyInProcess') },
}

export const documentCan = transitionGuards(documentStates)

/** Names for the messages of the API. */
export const activeContentLabels: Record<ActiveContent, string> = {
  javascript: 'JavaScript',
  launch: 'actions that start programs',
  additional_actions: 'actions that run on events',
  embedded_files: 'embedded files',
  xfa: 'an XFA form',
}
