import { addSeconds } from '#lib/core/clock'
import { decryptText, encryptText } from '#lib/core/secretbox'
import { formatCookie, parseCookies } from '../request/cookies.ts'

/** A cookie that only this service can write and read, for some seconds; its name is the purpose of its key. */
export function encryptedCookie(
  name: string,
  value: object,
  path: string,
  seconds: number,
  time: Date,
): string {
  return formatCookie(name, encryptText(name, { value }, addSeconds(time, seconds)), path, seconds)
}

/** The value of a cookie of `encryptedCookie`, with the same seconds; null without one, or once it has expired. */
export function readEncryptedCookie<Value>(
  headers: Headers,
  name: string,
  seconds: number,
  time: Date,
): Value | null {
  const cookie = parseCookies(headers.get('cookie'))[name]
  return (cookie && decryptText<{ value: Value }>(name, cookie, time, seconds)?.value) || null
}
