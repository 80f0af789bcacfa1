import {
  changeOperator,
  listUsersOf,
  makeUserLink,
  removeSecondFactor,
  resetUser,
  unlinkProviders,
} from '#lib/operator/users'
import { type Command, done } from './command.ts'

export const userCommands: Record<string, Command> = {
  'users list': {
    does: 'the users of an organisation',
    words: ['ID'],
    async run({ words: [tenantId] }) {
      const users = await listUsersOf(Number(tenantId))
      const lines = users.map(({ id, name, email, role, status, second_factor: factor, last_login_at: at }) =>
        [
          `${id}  ${email}  ${name}  ${role}  ${status}${factor ? '  second factor' : ''}`,
          at ? `last signed in ${at.slice(0, 10)}` : 'never signed in',
        ].join('  '),
      )
      return { ok: true, value: { users }, text: lines.join('\n') }
    },
  },
  'users reset': {
    does: 'emails a user a link to choose a password; one who is invited is invited again',
    words: ['ID|EMAIL'],
    options: { link: { does: 'prints the link, which works once, instead of an email' } },
    async run({ words: [user], options: { link } }) {
      if (link) {
        const made = await makeUserLink(user!)
        return done(made, `For ${made.email}, once:\n${made.link}`)
      }
      const sent = await resetUser(user!)
      return done(sent, `${sent.email} gets an email with a link to choose a password.`)
    },
  },
  'users second-factor-off': {
    does: 'removes the second factors of a user who has lost them: the password is enough to sign in then',
    words: ['ID|EMAIL'],
    async run({ words: [user] }) {
      const found = await removeSecondFactor(user!)
      return done(found, `${found.email} signs in with the password alone.`)
    },
  },
  'users unlink': {
    does: 'ends the links of a user to accounts at identity providers, and the sessions; the next sign-in there links the user again by the email address',
    words: ['ID|EMAIL'],
    async run({ words: [user] }) {
      const found = await unlinkProviders(user!)
      return done(
        found,
        `${found.email} is linked again by the next sign-in at the provider, as an administrator with the password.`,
      )
    },
  },
  'users operator': {
    does: 'makes a user an administrator of the installation, whose page is /operator, or ends that',
    words: ['ID|EMAIL', 'on|off'],
    async run({ words: [user, state] }) {
      const found = await changeOperator(user!, state === 'on')
      if (state === 'off') return done(found, `${found.email} is no administrator of the installation.`)
      const opens = found.hasSecondFactor ? 'opens' : 'opens once the account has a second factor'
      return done(found, `${found.email} administers the installation: /operator ${opens}.`)
    },
  },
}
