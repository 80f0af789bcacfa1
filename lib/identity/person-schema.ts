import { z } from 'zod'
import { emailAddress } from '#lib/core/email/email-address'
import { singleLine } from '#lib/core/text/text'
import { issueMessage } from '#lib/core/zod-messages'
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from './rules.ts'

const passwordLengthError = issueMessage('identity.passwordLength', {
  min: PASSWORD_MIN_CHARACTERS,
  max: PASSWORD_MAX_CHARACTERS,
})

/** The email address of a login, in lower case. */
export const Email = emailAddress().toLowerCase()

/** Checks the length of a new password; `passwordError` checks the rest with the owner's data. */
export const Password = z
  .string()
  .min(PASSWORD_MIN_CHARACTERS, passwordLengthError)
  .max(PASSWORD_MAX_CHARACTERS, passwordLengthError)
  .meta({ example: 'seven bridges at noon' })

export const PersonName = singleLine(120)
  .min(1, issueMessage('identity.nameMissing'))
  .meta({ example: 'Ada Lovelace' })
