'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#components/api/client.ts'
import { readSigning } from '../session/calls.ts'
import { useSigningSession } from '../session/context.ts'
import { withFile } from '../session/submission.ts'
import type { Signing, SigningField } from '../shapes.ts'

type Attachment = SigningField['attachment']

type ErrorKey = 'fileTooLarge' | 'fileNotTaken' | 'uploadFailed' | 'removeFailed'

/** A file that is added to a field, or removed. */
interface FileChange {
  /** @returns the file that is there then */
  send(): Promise<Attachment>
  /** Whether the file that is there is the one that was meant. */
  isDone(file: Attachment): boolean
  failed: 'uploadFailed' | 'removeFailed'
}

/**
 * Changes the file of a field.
 * @param readFile reads from the service which file is there: a change may be made although its response was lost
 * @returns the file that is there, where that may be another one; and why it is not the one that was meant
 */
export async function changeFile(
  { send, isDone, failed }: FileChange,
  readFile: () => Promise<Attachment>,
): Promise<{ file?: Attachment; error: ErrorKey | null }> {
  try {
    return { file: await send(), error: null }
  } catch (failure) {
    const refusal = findRefusal(failure)
    if (refusal) return { error: refusal }
    const file = await readFile()
    return { file, error: isDone(file) ? null : failed }
  }
}

/** The text that says why the service does not take a file; null when it does not say that. */
function findRefusal(failure: unknown): ErrorKey | null {
  if (!(failure instanceof ApiError)) return null
  const { status, reason } = failure
  if (status === 413 || reason === 'too_large' || reason === 'too_many_pixels') return 'fileTooLarge'
  return status === 400 ? 'fileNotTaken' : null
}

/** The file of a field, which is at the service. */
export function useFile(field: SigningField) {
  const { token, setChanging } = useSigningSession()
  const client = useQueryClient()
  const queryKey = ['signing', token]
  const currentId = field.attachment?.id ?? null
  const [outcome, setOutcome] = useState<{ fileId: number | null; error: ErrorKey | null } | null>(null)

  const findFile = (signing = client.getQueryData<Signing>(queryKey)) =>
    signing?.fields.find(({ id }) => id === field.id)?.attachment ?? null

  /** Reads once: without a connection, what was read before counts, and the signer need not wait. */
  async function readFile(): Promise<Attachment> {
    const file = await readSigning(token).then(findFile, () => findFile())
    void client.invalidateQueries({ queryKey })
    return file
  }

  /** @returns whether the file is the one that was meant */
  async function change(fileChange: FileChange): Promise<boolean> {
    setOutcome(null)
    setChanging(field, true)
    const { file, error } = await changeFile(fileChange, readFile)
    if (file !== undefined)
      client.setQueryData<Signing>(queryKey, (signing) => signing && withFile(signing, field.id, file))
    setOutcome({ fileId: findFile()?.id ?? null, error })
    setChanging(field, false)
    return error === null
  }

  // What is said of a file is over when another one is there.
  const { error = null } = outcome?.fileId === currentId ? outcome : {}
  const isAdded = outcome?.error === null && outcome.fileId !== null && outcome.fileId === currentId
  return { error, isAdded, change }
}
