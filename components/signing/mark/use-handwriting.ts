import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { HandwritingFont } from '#lib/core/handwriting'
import type { HandwritingRecord } from '#lib/signing/appearance-schema'
import { listHandwriting } from '../session/calls.ts'
import { useSigningSession } from '../session/context.ts'

type Face = HandwritingRecord['faces'][number]

/** The text in each handwriting that has its characters; while another text is loaded, the one before. */
export function useHandwriting(text: string) {
  const { token } = useSigningSession()
  return useQuery({
    queryKey: ['handwriting', token, text],
    queryFn: ({ signal }) => listHandwriting(token, text, signal),
    enabled: text !== '',
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
}

/** The chosen face, or the one that the sealed document will have instead. */
export function findFace(faces: Face[] | undefined, font: HandwritingFont | undefined): Face | undefined {
  return faces?.find((face) => face.font === font) ?? faces?.[0]
}
