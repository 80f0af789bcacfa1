import type { Sound } from '#lib/core/sound'
import type { FieldInput } from './input.ts'

type Valued = Pick<FieldInput, 'type' | 'value' | 'options' | 'read_only' | 'validation'>

/** What is wrong with a zone's choices and prefilled value; the member it stands at, and a sentence. */
export function valueFault(input: Sound<FieldInput>): [member: string, message: string] | null {
  return isValued(input) ? faultOf(input) : null
}

function isValued(input: Partial<Valued>): input is Valued {
  const { type, value, options, read_only, validation } = input
  return [type, value, options, read_only, validation].every((member) => member !== undefined)
}

function faultOf(field: Valued): [member: string, message: string] | null {
  const { type, value, options, read_only } = field
  if ((type === 'radio' || type === 'dropdown') && options.length === 0) {
    return ['options', `A ${type} field needs options.`]
  }
  if (new Set(options).size !== options.length) return ['options', 'Each option once.']
  if (read_only && (type === 'signature' || type === 'initials')) {
    return ['read_only', `A ${type} field is for its signer to fill.`]
  }
  if (read_only && value === null) {
    return ['value', 'A field that nobody can fill needs a value.']
  }
  const wrong = value === null ? null : wrongValue(field, value)
  return wrong ? ['value', wrong] : boundsFault(field)
}

function wrongValue({ type, options }: Valued, value: string): string | null {
  switch (type) {
    case 'signature':
    case 'initials':
      return 'Only the signer gives it.'
    case 'checkbox':
      return value === 'true' || value === 'false' ? null : 'Must be true or false.'
    case 'number':
      return /^[+-]?\d+([.,]\d+)?$/.test(value.trim()) ? null : 'Must be a number.'
    case 'radio':
    case 'dropdown':
      return options.includes(value) ? null : 'Must be one of the options.'
    default:
      return null
  }
}

function boundsFault({ validation }: Valued): [string, string] | null {
  const { min, max, min_length, max_length } = validation
  if (min !== undefined && max !== undefined && min > max)
    return ['validation', 'min must not be more than max.']
  if (min_length !== undefined && max_length !== undefined && min_length > max_length) {
    return ['validation', 'min_length must not be more than max_length.']
  }
  return null
}
