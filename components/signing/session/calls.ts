import { ApiError, api, formatPath, saveOnLeaving } from '#components/api/client.ts'
import { newCreate } from '#components/api/create.ts'
import { sendForm } from '#components/api/send-form.ts'
import { findBrowserOffset } from '#components/ui/preference-cookies.ts'
import type { SignerLocale } from '#lib/core/locales'
import type { AttachmentRecord } from '#lib/processes/fields/attachment-schema'
import type { Input } from '#sdk/operations.ts'

export type SignBody = NonNullable<Input<'POST /signing/{token}/sign'>['body']>

export type DraftBody = NonNullable<Input<'PUT /signing/{token}/draft'>['body']>

/** Whether the page is in a frame: its session has no link that brings the signer back. */
export const isFrameToken = (token: string): boolean => token.startsWith('frame.')

export const readSigning = async (token: string, locale?: SignerLocale, signal?: AbortSignal) =>
  (await api('GET /signing/{token}', { path: { token }, query: { locale }, signal })).data

/** @param preparation of the documents that are shown; an older process has none, and takes none */
export const openSigning = (token: string, preparation: number | undefined) =>
  api('POST /signing/{token}/open', { path: { token }, body: { preparation } })

export const sendCode = (token: string) => api('POST /signing/{token}/otp', { path: { token } })

/** The session of a frame for which this code counts; its token is in no other response. */
let confirmed: { token: string; code: string; next: string } | null = null

export async function verifyCode(token: string, code: string): Promise<void> {
  if (confirmed?.token !== token || confirmed.code !== code) {
    const verified = await api('POST /signing/{token}/otp/verify', { path: { token }, body: { code } })
    if (!verified.token) return
    confirmed = { token, code, next: verified.token }
  }
  // A page that cannot be loaded would leave the frame with an error of the browser; the same code is then sent again.
  await readSigning(confirmed.next)
  location.replace(`/sign/frame/${confirmed.next}`)
}

/** Saves a draft; `isLeaving`: the browser sends it while the page closes. */
export async function saveDraft(token: string, body: DraftBody, isLeaving: boolean) {
  const input = { path: { token }, body }
  const operation = 'PUT /signing/{token}/draft'
  const { data } = isLeaving
    ? (await saveOnLeaving(operation, input, null)).body
    : await api(operation, input)
  return data
}

/** Signs. A time zone that the browser knows and the service does not is sent again as an offset. */
export async function sign(token: string, body: SignBody, signal: AbortSignal) {
  const send = (sent: SignBody) => api('POST /signing/{token}/sign', { path: { token }, body: sent, signal })
  try {
    return await send(body)
  } catch (error) {
    if (!(error instanceof ApiError && error.fields.time_zone)) throw error
    return send({ ...body, time_zone: findBrowserOffset(new Date()) })
  }
}

/** Chooses the certificate at the provider. */
export const chooseCredential = (token: string, id: string) =>
  api('PUT /signing/{token}/confirmation/credential', { path: { token }, body: { id } })

/** Confirms a signature of a remote signing service. */
export const confirmSignature = (token: string, values: { id: string; value: string }[]) =>
  api('POST /signing/{token}/confirmation', { path: { token }, body: { values } })

/** Has the service send a code, or state its question. */
export const requestConfirmationCode = async (token: string, id: string) =>
  (await api('POST /signing/{token}/confirmation/code', { path: { token }, body: { id } })).data

/** The page of the provider, where the signature is confirmed. */
export const visitProvider = async (token: string, locale: string) =>
  (await api('POST /signing/{token}/confirmation/visit', { path: { token }, body: { locale } })).data

export const refuse = (token: string, reason: string) =>
  api('POST /signing/{token}/refuse', { path: { token }, body: { reason } })

export const listHandwriting = async (token: string, text: string, signal?: AbortSignal) =>
  (await api('GET /signing/{token}/handwriting', { path: { token }, query: { text }, signal })).data

export const delegate = (token: string, successor: { name: string; email: string; reason: string }) =>
  api('POST /signing/{token}/delegate', { path: { token }, body: successor })

/** What is sent again because the response was lost has its effect once. */
const [createQuestion, createReport, createRenewal] = [newCreate(), newCreate(), newCreate()]

export const askSender = (token: string, text: string) =>
  createQuestion('POST /signing/{token}/question', { path: { token }, body: { text } })

export const reportAbuse = (token: string, reason: string) =>
  createReport('POST /signing/{token}/report', { path: { token }, body: { reason } })

/** Adds the file of an attachment field. */
export const uploadAttachment = (
  token: string,
  field: number,
  file: File,
  onProgress: (fraction: number) => void,
) => {
  const form = new FormData()
  form.append('file', file)
  const path = formatPath('POST /signing/{token}/attachments/{field}', { path: { token, field } })
  return sendForm<{ data: AttachmentRecord }>(`/api/v1${path}`, form, { onProgress }).then(({ data }) => data)
}

export const removeAttachment = (token: string, field: number) =>
  api('DELETE /signing/{token}/attachments/{field}', { path: { token, field } })

export const renewLink = (token: string) => createRenewal('POST /signing/{token}/renew', { path: { token } })

export const documentPath = (token: string, id: number) =>
  `/api/v1${formatPath('GET /signing/{token}/documents/{id}/file', { path: { token, id } })}`

export const createPhoneLink = async (token: string) =>
  (await api('POST /signing/{token}/phone-link', { path: { token } })).data

/** @param id the only document that is left; without it, all of several are a ZIP */
export const downloadPath = (token: string, id?: number) =>
  `/api/v1${formatPath('GET /signing/{token}/download', { path: { token }, query: { document_id: id } })}`
