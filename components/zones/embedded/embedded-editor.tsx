'use client'

import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#components/api/client.ts'
import { useErrorText } from '#components/api/error-text.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { isDraftEnded } from '#components/processes/draft-ended.ts'
import { processQuery } from '#components/processes/process-query.ts'
import { tellEmbedder } from '#components/shell/embedder.ts'
import { SkeletonRows } from '#components/ui/states.tsx'
import { type LoadedProcess, ProcessZoneEditor } from '#components/zones/process-zone-editor.tsx'
import { FinishAfterSave } from '#components/zones/saving/finish-after-save.tsx'
import { useProcessFields, useStoredFields } from '#components/zones/saving/process-fields.ts'
import type { ZoneStorage } from '#components/zones/saving/zone-saver.ts'
import { SendDialog } from '#components/zones/send/send-dialog.tsx'
import { useEditorDocuments } from '#components/zones/use-documents.ts'

export interface EditorFrameProps {
  /** The session of the frame. */
  token: string
  processId: number
  finish: 'send' | 'done'
  /** The origins whose pages show this one in a frame, and receive what happens. */
  origins: string[]
}

interface EmbeddedEditorProps extends Omit<EditorFrameProps, 'token'> {
  onFailed: (status: number, message: string) => void
  onFinished: (event: 'sent' | 'done') => void
  /** The draft may have been sent: the answer was lost. */
  onUndecided: () => void
}

/** Loads the draft, or tells why it cannot be shown. */
export function EmbeddedEditor({ processId, onFailed, ...props }: EmbeddedEditorProps) {
  const process = useQuery({ ...processQuery(processId), select: (body) => body.data })
  const fields = useStoredFields(processId)
  const documents = useEditorDocuments(process.data?.documents ?? [])
  const error = process.error ?? fields.error ?? documents.error
  const errorText = useErrorText()
  const fail = useEffectEvent((failed: Error) =>
    onFailed(failed instanceof ApiError ? failed.status : 0, errorText(failed)),
  )
  useEffect(() => {
    if (error) fail(error)
  }, [error])
  if (!process.data || !fields.data || !documents.loaded)
    return (
      <main className="p-6">
        {error ? null : <SkeletonRows />}
        <QueryErrorMessage
          error={error}
          onRetry={() => {
            for (const query of [process, fields, documents]) if (query.error) void query.refetch()
          }}
        />
      </main>
    )
  return (
    <LoadedEditor
      process={process.data}
      fields={fields.data}
      documents={documents.loaded}
      onFailed={onFailed}
      {...props}
    />
  )
}

type LoadedEditorProps = Omit<EmbeddedEditorProps, 'processId'> & LoadedProcess

function LoadedEditor({ process, fields, documents, finish, origins, ...props }: LoadedEditorProps) {
  const { onFailed, onFinished, onUndecided } = props
  const t = useTranslations('zones')
  const errorText = useErrorText()
  const stored = useProcessFields(process.id)
  useEffect(() => tellEmbedder(origins, { event: 'ready' }), [origins])
  const storage: ZoneStorage = {
    ...stored,
    // The trail of the process is not for the frame.
    readEditor: () => Promise.resolve(null),
    async save(edited, etag) {
      const saved = await stored.save(edited, etag).catch((error: unknown) => {
        // There is nothing left to edit.
        if (isDraftEnded(error)) onFailed(error.status, errorText(error))
        throw error
      })
      tellEmbedder(origins, { event: 'saved' })
      return saved
    },
  }
  const onSaved = useCallback(() => onFinished('done'), [onFinished])
  return (
    <ProcessZoneEditor
      process={process}
      fields={fields}
      documents={documents}
      texts={{
        noSigners: t('frame.noSigners'),
        finish: t(finish === 'send' ? 'prepare.finish' : 'frame.finish'),
        ...(finish === 'send' ? { finishMore: t('prepare.finishMore') } : {}),
      }}
      storage={storage}
      finish={(finishing) =>
        finish === 'send' ? (
          <SendDialog
            process={process}
            {...finishing}
            onSent={() => onFinished('sent')}
            onUndecided={onUndecided}
          />
        ) : (
          <FinishAfterSave {...finishing} onSaved={onSaved} />
        )
      }
    />
  )
}
