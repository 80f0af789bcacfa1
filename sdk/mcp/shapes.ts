import { z } from 'zod'

/* What the tools return: the members that an assistant reasons with. Records of the API have many more. */

export const processStatuses = [
  'draft',
  'sent',
  'in_progress',
  'completed',
  'refused',
  'cancelled',
  'expired',
  'voided',
] as const

const instant = z.string().nullable()

const SignerSummary = z.object({ name: z.string(), email: z.string(), status: z.string() })

const ProcessSummary = z.object({
  id: z.int(),
  name: z.string(),
  status: z.enum(processStatuses),
  signers: z.array(SignerSummary),
  progress: z.object({ signed: z.int(), total: z.int() }),
  created_at: z.string(),
  expires_at: instant,
  completed_at: instant,
})

export const Signer = SignerSummary.extend({
  id: z.int(),
  role: z.string(),
  order: z.int(),
  viewed_at: instant,
  signed_at: instant,
  refusal_reason: z.string().nullable(),
  delivery_error: z.string().nullable(),
})

export const Process = ProcessSummary.extend({
  description: z.string().nullable(),
  documents: z.array(z.object({ id: z.int(), name: z.string(), page_count: z.int() })),
  signers: z.array(Signer),
  fields: z.array(
    z.object({
      id: z.int(),
      type: z.string(),
      label: z.string().nullable(),
      document_id: z.int(),
      signer_id: z.int(),
      page: z.int(),
      required: z.boolean(),
      value: z.string().nullable(),
    }),
  ),
  external_id: z.string().nullable(),
  test_mode: z.boolean(),
  sent_at: instant,
  cancel_reason: z.string().nullable(),
  void_reason: z.string().nullable(),
  seal_error: z.string().nullable(),
})

export const Document = z.object({
  id: z.int(),
  name: z.string(),
  page_count: z.int(),
  size: z.int(),
  status: z.string(),
})

const TemplateSummary = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  roles: z.array(z.object({ name: z.string(), order: z.int() })),
  fields: z.array(z.object({ type: z.string(), label: z.string().nullable(), role: z.string() })),
  variables: z
    .array(z.object({ name: z.string(), type: z.string(), members: z.array(z.object({ name: z.string() })) }))
    .describe('What `values` of a use fill in; `members` are in the rows of a list.'),
})

const VaultSummary = z.object({
  id: z.int(),
  process_id: z.int(),
  name: z.string(),
  status: z.string(),
  tags: z.array(z.string()),
  signers: z.array(z.object({ name: z.string(), email: z.string(), signed_at: instant })),
  page_count: z.int(),
  signed_at: z.string(),
  expires_at: z.string(),
  voided_at: instant,
})

/** One page of a list. */
function makeListSchema<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), page: z.int(), has_more: z.boolean() })
}

export const ProcessList = makeListSchema(ProcessSummary)
export const TemplateList = makeListSchema(TemplateSummary)
export const VaultList = makeListSchema(VaultSummary)

export const Trail = z.object({
  process_id: z.int(),
  chain_valid: z.boolean().describe('No event was changed, inserted or removed.'),
  events: z.array(
    z.object({
      seq: z.int(),
      type: z.string(),
      actor: z.record(z.string(), z.unknown()),
      data: z.record(z.string(), z.unknown()),
      occurred_at: z.string(),
    }),
  ),
})

export const Verification = z.object({
  verdict: z.string(),
  filename: z.string(),
  sha256: z.string(),
  signed: z.boolean(),
  valid: z.boolean(),
  changed_after_signing: z.boolean(),
  test_mode: z.boolean(),
  voided_at: instant,
  faults: z.array(z.string()),
  signatures: z.array(
    z.object({
      kind: z.string(),
      signer: z.string(),
      level: z.string().nullable(),
      indication: z.string(),
      sub_indication: z.string().nullable(),
      trusted: z.boolean(),
      signed_at: instant,
    }),
  ),
})

/** A signed file: `uri` is that of the resource with its bytes. */
export const SignedFile = z.object({
  uri: z.string(),
  name: z.string(),
  mime_type: z.string(),
  size: z.int().optional().describe('Bytes, of a file that was written.'),
  path: z.string().optional().describe('Where it was written.'),
})
