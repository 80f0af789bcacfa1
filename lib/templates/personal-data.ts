import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { processes } from '#db/schema/processes'
import { linkVisits, templateLinks, templates } from '#db/schema/templates'
import {
  BATCH_SIZE,
  ERASED_NAME,
  type EraseStep,
  hasAddressOf,
  type Person,
  type PersonalData,
  readRows,
} from '#db/tenancy/personal-data'
import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { eraseActor, eraseUserName, isMadeBy } from '#lib/identity/deleted-users'
import { whereProcessOfPerson } from '#lib/processes/personal-data'
import { recordLinkEnded } from './links/end.ts'
import { discardVisitDraft } from './visits/discard.ts'

const isVisitor = ({ email }: Person): SQL => eq(linkVisits.email, email)

/** The links that name the person, without the other people. */
async function* findLinks(person: Person): AsyncGenerator<object> {
  const columns = [templateLinks.templateId, templateLinks.people, templateLinks.createdAt]
  for await (const row of readRows(person, templateLinks, columns, isNamed(person))) {
    const { people } = row as Pick<typeof templateLinks.$inferSelect, 'people'>
    yield { ...row, people: people.filter((named) => hasAddressOf(person, named)) }
  }
}

/** A reusable link names the person for a role. */
const isNamed = ({ email }: Person): SQL =>
  sql`exists (select from jsonb_array_elements(${templateLinks.people}) person where lower(person ->> 'email') = ${email})`

/** Discards the drafts of the next visits that meet the condition. */
async function discardDrafts(tx: Tx, ctx: Ctx, condition: SQL) {
  const found = await tx
    .select({ visit: linkVisits, link: templateLinks })
    .from(linkVisits)
    .innerJoin(templateLinks, eq(templateLinks.id, linkVisits.linkId))
    .where(and(eq(linkVisits.tenantId, ctx.tenantId), condition))
    .orderBy(asc(templateLinks.templateId), asc(linkVisits.id))
    .limit(BATCH_SIZE)
  for (const { visit, link } of found)
    await discardVisitDraft(tx, { ...ctx, testMode: link.testMode }, link, visit)
  return found
}

/**
 * The drafts of visitors that name the person, which would be sent without them when the visitor comes again. The links
 * that name the person have ended, so that no more are made.
 */
const eraseNamingDrafts: EraseStep = async (tx, ctx, person) => {
  const isDraft = and(eq(processes.tenantId, ctx.tenantId), eq(processes.status, 'draft'))
  const drafts = tx.select({ id: processes.id }).from(processes).where(isDraft)
  const isNaming = and(
    inArray(linkVisits.processId, drafts),
    whereProcessOfPerson(linkVisits.processId, person),
  )!
  return { draft_signers: (await discardDrafts(tx, ctx, isNaming)).length }
}

/** Visits by the person, with the drafts that wait for them to come again. */
const eraseVisits: EraseStep = async (tx, ctx, person) => {
  const { tenantId } = ctx
  const found = await discardDrafts(tx, ctx, isVisitor(person))
  const ids = found.map(({ visit }) => visit.id)
  await tx.delete(linkVisits).where(and(eq(linkVisits.tenantId, tenantId), inArray(linkVisits.id, ids)))
  return { link_visits: found.length }
}

/** Links that name the person end, as their processes would name the person again. */
const eraseNamed: EraseStep = async (tx, ctx, person) => {
  const { people, endedAt } = templateLinks
  const isOfPerson = and(eq(templateLinks.tenantId, ctx.tenantId), isNamed(person))
  const isOpen = and(isOfPerson, isNull(endedAt))
  const templateIds = tx.select({ id: templateLinks.templateId }).from(templateLinks).where(isOpen)
  // As for a visitor, a template is locked before its links.
  await tx
    .select({ id: templates.id })
    .from(templates)
    .where(and(eq(templates.tenantId, ctx.tenantId), inArray(templates.id, templateIds)))
    .orderBy(asc(templates.id))
    .for('update')
  const ended = await tx.update(templateLinks).set({ endedAt: ctx.now }).where(isOpen).returning()
  for (const link of ended) await recordLinkEnded(tx, ctx, link)
  const erased = await tx
    .update(templateLinks)
    .set({
      people: sql`(select jsonb_agg(case when lower(person ->> 'email') = ${person.email}
        then jsonb_build_object('role', person -> 'role', 'name', ${ERASED_NAME}::text, 'email', '') else person end)
        from jsonb_array_elements(${people}) person)`,
    })
    .where(isOfPerson)
    .returning({ id: templateLinks.id })
  return { template_links: erased.length }
}

export const templateData: PersonalData = {
  find: (person) => ({
    link_visits: readRows(
      person,
      linkVisits,
      [linkVisits.linkId, linkVisits.name, linkVisits.email, linkVisits.locale, linkVisits.processId],
      isVisitor(person),
    ),
    template_links: findLinks(person),
    made_links: readRows(
      person,
      templateLinks,
      [
        ...[templateLinks.templateId, templateLinks.createdByName, templateLinks.address],
        ...[templateLinks.createdAt, templateLinks.expiresAt, templateLinks.endedAt],
      ],
      isMadeBy(templateLinks.actor, person),
    ),
  }),
  // Links of the person make no processes, as the user is deleted.
  erase: [
    eraseNamed,
    eraseNamingDrafts,
    eraseVisits,
    eraseActor(templateLinks, 'made_links'),
    eraseUserName(templates, 'createdBy'),
  ],
  erased: [
    templates.createdByName,
    linkVisits.name,
    linkVisits.email,
    templateLinks.people,
    templateLinks.actor,
    templateLinks.address,
    templateLinks.createdByName,
  ],
}
