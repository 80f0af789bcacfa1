import { useQueryClient } from '@tanstack/react-query'
import { readVersioned, saveOnLeaving, type VersionedResponse } from '#components/api/client.ts'
import type { ItemResponse } from '#components/api/records.ts'
import { processQuery } from '#components/processes/process-query.ts'
import { storedZones, toInputs } from '#components/zones/model/merge.ts'
import { removedFrom } from '#components/zones/model/removed-zones.ts'
import { useStored } from '#components/zones/saving/use-stored.ts'
import type { ZoneStorage } from '#components/zones/saving/zone-saver.ts'
import type { FieldRecord, ProcessRecord } from '#lib/processes/schema'

export type VersionedFields = VersionedResponse<ItemResponse<FieldRecord[]>>

export const toStoredZones = ({ body, etag }: VersionedFields) => storedZones(body.data, etag)

const readFields = (id: number) => readVersioned('GET /signature-processes/{id}/fields', { path: { id } })

/** The fields of the process that its editor starts from. */
export const useStoredFields = (id: number) => useStored(`processes/${id}`, () => readFields(id))

/** Where the editor of a process stores its fields. */
export function useProcessFields(id: number): Omit<ZoneStorage, 'readEditor'> {
  const client = useQueryClient()
  return {
    read: async () => toStoredZones(await readFields(id)),
    readIsRemoved: async () =>
      removedFrom((await client.fetchQuery({ ...processQuery(id), staleTime: 0 })).data),
    async save(edited, etag) {
      const saved = await saveOnLeaving(
        'PUT /signature-processes/{id}/fields',
        { path: { id }, body: { fields: toInputs(edited) } },
        etag,
      )
      const { data: fields } = saved.body
      client.setQueryData<ItemResponse<ProcessRecord>>(
        ['processes', id],
        (cached) => cached && { data: { ...cached.data, fields } },
      )
      void client.invalidateQueries({ queryKey: ['processes', id], refetchType: 'none' })
      return toStoredZones(saved)
    },
  }
}
