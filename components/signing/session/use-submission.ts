import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError } from '#components/api/client.ts'
import type { SigningState } from '#lib/signing/schema'
import type { Signing } from '../shapes.ts'
import { type SignBody, sign } from './calls.ts'
import { useSigningSession } from './context.ts'
import { toSubmission } from './submission.ts'

export interface SubmissionProps {
  /** The fields of the state, also those that are hidden: the service counts them in its errors. */
  fields: { id: number }[]
  /** Records that the pages were shown, once. */
  onOpenDocuments: () => Promise<unknown>
  /** The signature is sent from this page, and the response may be lost; false: the service has rejected it. */
  onSent: (isSent: boolean) => void
  /** The service has the signature: forgets the input and reloads the state. */
  onSigned: () => Promise<unknown>
  /** The page shows an earlier state: the process moved on, or one of `reasonsToReload`. */
  onConflict: () => void
  /** The service rejected the values of these fields: why, by the id of the field. */
  onSentBack: (messages: ReadonlyMap<number, string>) => void
}

/** The page shows an earlier state: this browser needs a new code, or the consent text changed. */
const reasonsToReload: ReadonlySet<string | null> = new Set(['otp_required', 'consent_changed'])

const SEND_AGAIN_MILLISECONDS = 3000
/** A signature that was withdrawn may still be on its way to the service for this time. */
const ARRIVES_MILLISECONDS = 5000
/** If the state cannot be read for this time after the signature, the page shows what its response says. */
const STATE_MILLISECONDS = 2000

/** No response, or a proxy's while the service cannot be reached. Signing twice has the effect of signing once. */
const isUnreachable = (error: unknown) =>
  error instanceof ApiError && [0, 502, 503, 504].includes(error.status)

/** The service would have said first that the signer has signed: what was sent does not count. */
const isRejected = ({ code, reason, details }: ApiError) =>
  code === 'validation_error' ||
  reason === 'otp_required' ||
  (code === 'invalid_state' && details.current_status !== 'signed')

/** Sends the signature, again and again while the service cannot be reached, until it is withdrawn. */
export function useSubmission({
  fields,
  onOpenDocuments,
  onSent,
  onSigned,
  onConflict,
  onSentBack,
}: SubmissionProps) {
  const session = useSigningSession()
  const client = useQueryClient()
  const queryKey = ['signing', session.token]
  const waiting = useRef(new AbortController())
  const submission = useMutation({
    mutationFn: async ({ body, signal }: { body: SignBody; signal: AbortSignal }) => {
      // A signature that waits for the connection has been withdrawn.
      signal.throwIfAborted()
      await onOpenDocuments()
      signal.throwIfAborted()
      onSent(true)
      return sign(session.token, body, signal)
    },
    retry: (_, error) => isUnreachable(error),
    retryDelay: SEND_AGAIN_MILLISECONDS,
    onSuccess: async ({ data }) => {
      const showAnswer = () =>
        client.setQueryData<Signing>(queryKey, (signing) => signing && withState(signing, data))
      const timer = setTimeout(showAnswer, STATE_MILLISECONDS)
      try {
        await onSigned()
      } catch {
        showAnswer()
      }
      clearTimeout(timer)
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      if (isRejected(error)) onSent(false)
      if (error.status === 409 || reasonsToReload.has(error.reason)) onConflict()
    },
  })
  const readAgain = () => void client.invalidateQueries({ queryKey })
  const submit = () =>
    submission.mutate(
      { body: toSubmission(session), signal: waiting.current.signal },
      {
        onError: (error, { body }) => {
          const messages = listRejected(error, body, fields)
          if (messages.size === 0) return
          // It is said at the fields, until they are changed. A file may be another one, or gone.
          submission.reset()
          readAgain()
          onSentBack(messages)
        },
      },
    )
  function withdraw() {
    waiting.current.abort()
    waiting.current = new AbortController()
    // It may have arrived all the same.
    if (submission.isPending) {
      readAgain()
      setTimeout(readAgain, ARRIVES_MILLISECONDS)
    }
    submission.reset()
  }
  return { submission, submit, withdraw }
}

/** Until the state can be read, which says how the signer confirms the signature at the remote signing service. */
const inPreparation: Signing['confirmation'] = {
  ...{ state: 'preparing', provider: '', mode: null, certificate: null, signatures: 0 },
  ...{ inputs: [], any_input: false, failure: null, credentials: [] },
}

/** The state that was shown, with what a response says of it. */
function withState(signing: Signing, { process, signer }: SigningState): Signing {
  return {
    ...signing,
    process: { ...signing.process, status: process.status },
    signer: { ...signing.signer, status: signer.status },
    confirmation: signer.awaits_provider ? inPreparation : null,
  }
}

/** Why the service rejected values, by the ids of their fields. */
function listRejected(
  error: Error,
  { values = [] }: SignBody,
  fields: { id: number }[],
): ReadonlyMap<number, string> {
  if (!(error instanceof ApiError)) return new Map()
  return new Map(
    Object.entries(error.fields).flatMap(([key, [message = '']]) => {
      const [list, index] = key.split('.')
      // Of a field that was not sent, its place among the fields.
      const id = list === 'values' ? values[Number(index)]?.field_id : fields[Number(index)]?.id
      return id === undefined ? [] : [[id, message] as const]
    }),
  )
}
