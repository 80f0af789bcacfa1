import { and, asc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import { mails } from '#db/schema/mail'
import { signers } from '#db/schema/processes'
import { BATCH_SIZE, type EraseStep, type Person, type PersonalData } from '#db/tenancy/personal-data'
import type { Tx } from '#db/tenancy/tenant'
import { decryptEmail } from '#lib/mail/decrypt-email'
import { isPerson, whereProcessOfPerson } from '#lib/processes/personal-data'

/** What emails put into a name or address, so that no client turns it into a link. */
const ZERO_WIDTH_NON_JOINER = /\u200c/g
const PROCESS_LINK = /\/processes\/(\d+)/g
const PART_OF_WORD = /[\p{L}\p{M}\p{N}]/u

/**
 * Emails to others that mention the person, of an installation without SMTP: they keep their content, while queued ones
 * are sent and lose it then. Runs before the names in the database are replaced.
 */
export const eraseMentions: EraseStep = async (tx, { tenantId }, person) => {
  const isMention = await makeMentionTest(tx, person)
  const ids: number[] = []
  for (let lastId = 0; ids.length < BATCH_SIZE; ) {
    const kept = await nextKept(tx, person, lastId)
    ids.push(...kept.filter(isMention).map(({ mail }) => mail.id))
    if (kept.length < BATCH_SIZE) break
    lastId = kept.at(-1)!.mail.id
  }
  if (ids.length > 0) await tx.delete(mails).where(and(eq(mails.tenantId, tenantId), inArray(mails.id, ids)))
  return { emails: ids.length }
}

interface KeptEmail {
  mail: typeof mails.$inferSelect
  /** To a signer of a process in which the person signs. */
  isToCoSigner: boolean
}

function nextKept(tx: Tx, person: Person, lastId: number): Promise<KeptEmail[]> {
  const { tenantId } = person
  const isToCoSigner = sql<boolean>`exists (select from ${signers} where ${signers.tenantId} = ${tenantId}
    and lower(${signers.email}) = lower(${mails.recipient}) and ${whereProcessOfPerson(signers.processId, person)})`
  return tx
    .select({ mail: mails, isToCoSigner })
    .from(mails)
    .where(
      and(
        eq(mails.tenantId, tenantId),
        eq(mails.status, 'local'),
        isNotNull(mails.content),
        gt(mails.id, lastId),
      ),
    )
    .orderBy(asc(mails.id))
    .limit(BATCH_SIZE)
}

/** Whether an email has the person's address or, if it is about a process of the person, the name. */
async function makeMentionTest(tx: Tx, person: Person): Promise<(email: KeptEmail) => boolean> {
  const rows = await tx
    .select({ name: signers.name, processId: signers.processId })
    .from(signers)
    .where(and(eq(signers.tenantId, person.tenantId), isPerson(person)))
  const names = [...new Set(rows.map(({ name }) => name.toLowerCase()))].filter((name) => name !== '')
  const processIds = new Set(rows.map(({ processId }) => processId))
  return ({ mail, isToCoSigner }) => {
    const { subject, text } = decryptEmail(mail)
    const plainText = `${subject}\n${text}`.replace(ZERO_WIDTH_NON_JOINER, '').toLowerCase()
    if (plainText.includes(person.email)) return true
    const links = [...plainText.matchAll(PROCESS_LINK)]
    const isAboutProcess = isToCoSigner || links.some(([, id]) => processIds.has(Number(id)))
    return isAboutProcess && names.some((name) => hasWords(plainText, name))
  }
}

export const noticeData: PersonalData = { erase: [eraseMentions], erased: [mails.content] }

/** Whether the text has the words, not only as a part of a longer word. */
export function hasWords(text: string, words: string): boolean {
  for (let start = text.indexOf(words); start >= 0; start = text.indexOf(words, start + 1)) {
    const around = [text[start - 1], text[start + words.length]]
    if (!around.some((character) => character && PART_OF_WORD.test(character))) return true
  }
  return false
}
