import { z } from 'zod'
import { issueMessage } from '#lib/core/zod-messages'
import { SESSION_IDLE_MINUTES } from '../rules.ts'

const { min, max } = SESSION_IDLE_MINUTES
const idleError = issueMessage('identity.mustBeMinutesOrNull', { min, max })

/** The members of the account that protect the sign-in, and the links of signers. */
export const securityShape = {
  show_signing_links: z.boolean().meta({
    description: 'Whether users may show and copy the links of signers; the audit trail names who did.',
  }),
  require_second_factor: z.boolean().meta({
    description: 'Whether users without a second factor can only set one up. API keys are not affected.',
  }),
  session_idle_minutes: z.int().nullable().meta({
    description: 'After how many minutes without a request a session ends; null: never.',
  }),
}

/** The same members as input of `PATCH /account`. */
export const securityInput = {
  show_signing_links: z.boolean().optional().meta({
    description:
      'Users who may send processes can then show and copy the links of signers. Anyone who has a link can sign with it, unless the signer confirms a code.',
    example: false,
  }),
  require_second_factor: z.boolean().optional().meta({
    description:
      'Users without a second factor can then only set one up, and get 403 `second_factor_setup_required` otherwise.',
    example: false,
  }),
  session_idle_minutes: z
    .int(idleError)
    .min(min, idleError)
    .max(max, idleError)
    .nullable()
    .optional()
    .meta({
      description: `Minutes without a request after which a session ends, ${min} to ${max}; null: never.`,
      example: 60,
    }),
}
