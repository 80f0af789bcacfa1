import { api } from '#components/api/client.ts'
import type { Signing, SubmittedMark } from '../shapes.ts'

interface Data<T> {
  data: T
}

const path = (token: string, subpath = '') => `/signing/${encodeURIComponent(token)}${subpath}`

export async function readSigning(token: string, signal?: AbortSignal): Promise<Signing> {
  return (await api<Data<Signing>>('GET', path(token), undefined, signal)).data
}

export const openSigning = (token: string) => api<unknown>('POST', path(token, '/open'))

export const sendCode = (token: string) => api<unknown>('POST', path(token, '/otp'))

export const verifyCode = (token: string, code: string) =>
  api<unknown>('POST', path(token, '/otp/verify'), { code })

export interface SignBody {
  consent: { version: string; accepted: true }
  signature?: SubmittedMark
  initials?: SubmittedMark
  values: { field_id: number; value: string }[]
  time_zone: string
}

export const sign = (token: string, body: SignBody) => api<unknown>('POST', path(token, '/sign'), body)

export const refuse = (token: string, reason: string) =>
  api<unknown>('POST', path(token, '/refuse'), { reason })

export const downloadPath = (token: string) => `/api/v1${path(token, '/download')}`
