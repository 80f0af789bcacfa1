import { z } from 'zod'
import { Instant, RecordId } from '#lib/core/shapes'

const file = {
  id: RecordId,
  name: z.string().meta({ example: 'passport.pdf' }),
  mime_type: z.enum(['application/pdf', 'image/png', 'image/jpeg']).meta({ example: 'application/pdf' }),
  size: z.int().meta({ description: 'In bytes.', example: 48_213 }),
  sha256: z.string().meta({ example: 'fd61a03af4f77d870fc21e05e7e80678095c92d808cfb3b5c279ee04c74aca13' }),
}

/** The file of an attachment field, in a process. */
export const FieldAttachment = z
  .object({
    ...file,
    download_url: z
      .url()
      .meta({ example: 'https://paraph.example/api/v1/signature-processes/7/attachments/3' }),
  })
  .nullable()
  .optional()
  .meta({
    description:
      'Only in a process, and of fields of the type `attachment`: the file of a signer who has signed, else null.',
    example: null,
  })

/** The file of an attachment field, on the signing page. */
export const SigningAttachment = z.object(file).nullable().meta({
  description: 'Of a field of the type `attachment`: the file that was added, else null.',
  example: null,
})

/** The file that a signer has added. */
export const AttachmentShape = z
  .object({ ...file, field_id: RecordId, created_at: Instant })
  .meta({ id: 'Attachment', description: 'A file that a signer has added to a field.' })
export type AttachmentRecord = z.infer<typeof AttachmentShape>
