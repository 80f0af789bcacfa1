import { z } from 'zod'

const Area = z.object({
  x: z.number(),
  y: z.number(),
  w: z.number(),
  h: z.number(),
  page: z.int().min(0).meta({ description: 'The page, from 0.' }),
  attachment_uuid: z.string(),
  /** Of a radio field: the option of this button. */
  option_uuid: z.string().nullish(),
})

/** A template as `GET /templates/{id}` of DocuSeal's API returns it; other members are ignored. */
export const DocusealTemplate = z.looseObject({
  name: z.string().min(1),
  submitters: z.array(
    z.object({
      name: z.string().min(1),
      uuid: z.string(),
      order: z.int().min(0).nullish().meta({
        description:
          'When it is their turn, from 0: people with the same number sign at once. By default their position.',
      }),
      email: z
        .string()
        .nullish()
        .meta({ description: 'The email address of the person who always has this role; refused if set.' }),
      is_requester: z
        .boolean()
        .nullish()
        .meta({ description: 'Whether the person who sends the documents signs; refused if true.' }),
      linked_to_uuid: z
        .string()
        .nullish()
        .meta({ description: 'The role that the same person has; refused if set.' }),
      invite_by_uuid: z
        .string()
        .nullish()
        .meta({ description: 'The role whose person names this one; refused if set.' }),
      optional_invite_by_uuid: z
        .string()
        .nullish()
        .meta({ description: 'The role whose person may name this one; refused if set.' }),
      invite_via_field_uuid: z
        .string()
        .nullish()
        .meta({ description: 'The field with the email address of this person; refused if set.' }),
    }),
  ),
  /** In the order of the documents. */
  schema: z.array(
    z.object({
      attachment_uuid: z.string(),
      conditions: z
        .array(z.unknown())
        .nullish()
        .meta({ description: 'When the document is part of it; refused unless empty.' }),
    }),
  ),
  preferences: z
    .object({
      submitters_order: z
        .string()
        .nullish()
        .meta({ description: '`random`: all people at once; any other: one after the other.' }),
      completed_redirect_url: z.string().nullish().meta({
        description:
          'A link that the signing page shows after the signature: `options.redirect_url` of the new template.',
      }),
      require_email_2fa: z.boolean().nullish().meta({
        description: 'Whether people confirm a code sent by email: `options.enable_otp` of the new template.',
      }),
      require_phone_2fa: z
        .boolean()
        .nullish()
        .meta({ description: 'Whether people confirm a code sent by text message; refused if true.' }),
    })
    .nullish()
    .meta({ description: 'The settings of the template.' }),
  fields: z.array(
    z.object({
      submitter_uuid: z.string(),
      name: z
        .string()
        .nullish()
        .meta({ description: 'The name of the field: its label where it has no title.' }),
      title: z.string().nullish().meta({ description: 'The label of the field.' }),
      type: z.string(),
      required: z.boolean().nullish(),
      readonly: z.boolean().nullish(),
      default_value: z.union([z.string(), z.number(), z.boolean()]).nullish(),
      options: z
        .array(
          z.object({
            value: z.string().meta({ description: 'The text of the choice.' }),
            uuid: z.string().nullish(),
          }),
        )
        .nullish(),
      areas: z.array(Area).nullish(),
      conditions: z.array(z.unknown()).nullish(),
      preferences: z
        .object({
          formula: z.string().nullish(),
          mask: z.union([z.boolean(), z.number()]).nullish().meta({
            description: 'Whether the document hides the value; refused if so.',
          }),
          format: z.string().nullish().meta({
            description:
              'The format of the value; refused where the document would say something else, as with a currency or a time.',
          }),
        })
        .nullish()
        .meta({ description: 'How the value is calculated and written.' }),
      validation: z
        .object({
          pattern: z.string().nullish(),
          min: z.union([z.number(), z.string()]).nullish(),
          max: z.union([z.number(), z.string()]).nullish(),
          /** Of a number: 1 for whole numbers. */
          step: z.union([z.number(), z.string()]).nullish(),
        })
        .nullish(),
    }),
  ),
})
export type DocusealTemplate = z.output<typeof DocusealTemplate>
