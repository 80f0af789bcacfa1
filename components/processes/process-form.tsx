'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { api } from '#components/api/client.ts'
import type { ItemResponse } from '#components/api/records.ts'
import { DraftForm } from '#components/processes/draft-form.tsx'
import { inputOf, ProcessForm } from '#components/processes/form-model.ts'
import { showProcess } from '#components/processes/queries.ts'
import type { ProcessRecord } from '#lib/processes/schema'

/** The form of a new or existing draft. */
export function ProcessFormView({ start, draftId }: { start: ProcessForm; draftId: number | null }) {
  const router = useRouter()
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (input: ProcessForm) =>
      draftId === null
        ? api<ItemResponse<ProcessRecord>>('POST', '/signature-processes', inputOf(input))
        : api<ItemResponse<ProcessRecord>>('PATCH', `/signature-processes/${draftId}`, inputOf(input)),
    onSuccess: (body) => {
      showProcess(client, body)
      router.push(`/processes/${body.data.id}/prepare`)
    },
  })
  return <DraftForm of="process" start={start} schema={ProcessForm} saving={save} />
}
