import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError } from '#components/api/client.ts'
import { type SignBody, sign } from './calls.ts'
import { useSigningSession } from './context.ts'
import { toSubmission } from './submission.ts'

export interface SubmissionProps {
  /** The fields of the state, also those that are hidden: the service counts them in its errors. */
  fields: { id: number }[]
  /** Records that the pages were shown, once. */
  onOpenDocuments: () => Promise<unknown>
  onSigned: () => Promise<unknown>
  /** The page shows an earlier state: the process moved on, or one of `reasonsToReload`. */
  onConflict: () => void
  /** The service rejected the values of these fields: why, by the id of the field. */
  onSentBack: (messages: ReadonlyMap<number, string>) => void
}

/** The page shows an earlier state: this browser needs a new code, or the consent text changed. */
const reasonsToReload: ReadonlySet<string | null> = new Set(['otp_required', 'consent_changed'])

const SEND_AGAIN_MILLISECONDS = 3000

/** No response, or a proxy's while the service cannot be reached. Signing twice has the effect of signing once. */
const isUnreachable = (error: unknown) =>
  error instanceof ApiError && [0, 502, 503, 504].includes(error.status)

/** Sends the signature, again and again while the service cannot be reached, until it is withdrawn. */
export function useSubmission({
  fields,
  onOpenDocuments,
  onSigned,
  onConflict,
  onSentBack,
}: SubmissionProps) {
  const session = useSigningSession()
  const client = useQueryClient()
  const waiting = useRef(new AbortController())
  const submission = useMutation({
    mutationFn: async ({ body, signal }: { body: SignBody; signal: AbortSignal }) => {
      // A signature that waits for the connection has been withdrawn.
      signal.throwIfAborted()
      await onOpenDocuments()
      signal.throwIfAborted()
      return sign(session.token, body, signal)
    },
    retry: (_, error) => isUnreachable(error),
    retryDelay: SEND_AGAIN_MILLISECONDS,
    onSuccess: onSigned,
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      if (error.status === 409 || reasonsToReload.has(error.reason)) onConflict()
    },
  })
  const submit = () =>
    submission.mutate(
      { body: toSubmission(session), signal: waiting.current.signal },
      {
        onError: (error, { body }) => {
          const messages = listRejected(error, body, fields)
          if (messages.size === 0) return
          // It is said at the fields, until they are changed. A file may be another one, or gone.
          submission.reset()
          void client.invalidateQueries({ queryKey: ['signing', session.token] })
          onSentBack(messages)
        },
      },
    )
  function withdraw() {
    waiting.current.abort()
    waiting.current = new AbortController()
    // It may have arrived all the same.
    if (submission.isPending) void client.invalidateQueries({ queryKey: ['signing', session.token] })
    submission.reset()
  }
  return { submission, submit, withdraw }
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
