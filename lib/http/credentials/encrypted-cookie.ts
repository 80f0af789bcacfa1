import { addSeconds } from '#lib/core/clock'
import { decryptText, encryptText } from '#lib/core/secretbox'
import { formatCookie, listCookies, parseCookies } from '../request/cookies.ts'

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
  return readValue(name, parseCookies(headers.get('cookie'))[name], seconds, time)
}

/** As `readEncryptedCookie`, of each cookie with this name: a browser has one for each path. */
export function readEncryptedCookies<Value extends object>(
  headers: Headers,
  name: string,
  seconds: number,
  time: Date,
): Value[] {
  return listCookies(headers.get('cookie')).flatMap(
    ([other, cookie]) => (other === name && readValue<Value>(name, cookie, seconds, time)) || [],
  )
}

function readValue<Value>(
  name: string,
  cookie: string | undefined,
  seconds: number,
  time: Date,
): Value | null {
  return (cookie && decryptText<{ value: Value }>(name, cookie, time, seconds)?.value) || null
}
