import { AppError } from '#lib/core/errors'

type ScimType = 'invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue' | 'mutability' | 'noTarget'

/** A 400 of SCIM (RFC 7644, 3.12). */
export function scimError(scimType: ScimType, detail: string): AppError {
  return new AppError('validation_error', detail, { scim_type: scimType })
}
