import { z } from 'zod'
import { issueMessage } from '#lib/core/zod-messages'
import { canonicalEmail, EMAIL_MAX_CHARACTERS, isEmailAddress } from './canonical-email.ts'

/** The schema of an email address; its output is the form in which addresses are stored. */
export function emailAddress() {
  return z
    .string()
    .trim()
    .overwrite((text) => canonicalEmail(text) ?? text)
    .max(EMAIL_MAX_CHARACTERS, issueMessage('values.emailAddressTooLong'))
    .refine((text) => text.length > EMAIL_MAX_CHARACTERS || isEmailAddress(text), {
      error: issueMessage('values.mustBeEmailAddress'),
    })
    .meta({ format: 'idn-email', example: 'ada@example.com' })
}

/** The schema of the address that someone signs in with: also one that the rule of addresses would refuse. */
export function enteredEmail() {
  return z
    .string()
    .trim()
    .min(1)
    .max(EMAIL_MAX_CHARACTERS)
    .overwrite((text) => canonicalEmail(text) ?? text)
    .toLowerCase()
    .meta({ example: 'ada@example.com' })
}
