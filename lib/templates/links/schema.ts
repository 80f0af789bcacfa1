import { z } from 'zod'
import { Instant, InstantInput, makeErrorDetailShape, RecordId } from '#lib/core/shapes'
import { PersonShape } from '#lib/documents/schema'
import { limits } from '#lib/processes/facts'
import { SignerInput } from '#lib/processes/input'
import { listOfSigners } from '../input.ts'
import { linkStatuses } from './rules.ts'

const MAX_USES = 1_000_000
const roleName = SignerInput.shape.name.meta({ example: 'Tenant' })

const LinkPersonInput = SignerInput.pick({ name: true, email: true, phone: true, locale: true }).extend({
  role: roleName.meta({ description: 'Name of the template role of this person.', example: 'Landlord' }),
})

export const CreateTemplateLink = z
  .object({
    role: roleName.optional().meta({
      description: 'The role that visitors take; by default the one without a person in `signers`.',
    }),
    signers: z
      .preprocess(listOfSigners, z.array(LinkPersonInput).max(limits.signers))
      .default([])
      .meta({
        description:
          'One person for each other role, the same in every process; also as an object of people by role.',
        example: [{ role: 'Landlord', name: 'Charles Babbage', email: 'charles@example.com' }],
      }),
    limit: z.int().min(1).max(MAX_USES).nullish().meta({
      description:
        'How many processes may be made by the link. Null or absent: any number, up to the quota of the tenant.',
    }),
    expires_at: InstantInput.nullish().meta({
      description: 'Must be in the future. By default the link stays open until you end it.',
    }),
  })
  .meta({
    id: 'CreateTemplateLink',
    description: 'Who signs beside the visitor, and until when and how often the link may be used.',
  })
export type CreateTemplateLink = z.output<typeof CreateTemplateLink>

export const TemplateLinkShape = z
  .object({
    id: RecordId,
    template_id: RecordId,
    url: z.url().meta({ example: 'https://paraph.example/sign/link/q8ZrX2mVb7nKc5TgYh1LwP' }),
    status: z.enum(linkStatuses).meta({
      description:
        '`used_up`: the limit is reached; `unavailable`: nobody can begin now, and `problem` says why: the template has changed so that it no longer fits the link, such as by another name of a role, or the user or API key that made the link may no longer send by it, such as once the user is deleted; whether the preset values of the template match the patterns of their fields is seen only when somebody begins. Only an `active` link makes new processes.',
      example: 'active',
    }),
    role: z.string().meta({ description: 'The role that visitors take.', example: 'Tenant' }),
    signers: z.array(
      z.object({
        role: z.string().meta({ example: 'Landlord' }),
        name: z.string().meta({ example: 'Charles Babbage' }),
        email: z.string().meta({ example: 'charles@example.com' }),
      }),
    ),
    limit: z.int().nullable().meta({ example: 500 }),
    uses: z.int().meta({ description: 'How many processes were made by the link.', example: 12 }),
    expires_at: Instant.nullable(),
    ended_at: Instant.nullable(),
    problem: z.string().nullable().meta({
      description:
        'Why nobody can begin by an `unavailable` link; by another, why the last visitor could not, and null once one could.',
      example: null,
    }),
    problem_detail: makeErrorDetailShape('problem'),
    created_by: PersonShape,
    created_at: Instant,
  })
  .meta({
    id: 'TemplateLink',
    description: 'A reusable link: each visitor who proves an email address gets a process of their own.',
  })
export type TemplateLinkRecord = z.infer<typeof TemplateLinkShape>
