import type { ProcessOptions } from '#db/schema/processes'
import type { OptionsInput } from './input.ts'

/** The default options of a process. */
export function defaultOptions(locale: string): ProcessOptions {
  return {
    enable_otp: false,
    enable_notifications: true,
    expires_in_days: 90,
    reminder_days: null,
    locale,
    message: null,
    redirect_url: null,
  }
}

/** The options with the members of `input` replaced; absent members stay. */
export function mergeOptions(options: ProcessOptions, input: OptionsInput = {}): ProcessOptions {
  const defined = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  return { ...options, ...defined }
}
