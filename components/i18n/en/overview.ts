/** The overview. */
export const overview = {
  greeting: 'Good day',
  greetingName: 'Good day, {name}',
  inProgress:
    '{count, plural, =0 {Nothing is waiting for a signature.} one {One process is in progress.} other {# processes are in progress.}}',
  waiting: {
    title: 'Waiting for signature',
    empty: 'No pending signatures',
    emptyText: 'Documents you send for signature appear here until they are signed.',
    columns: { process: 'Process', signer: 'Signer', since: 'Since' },
  },
  completed: 'Recently completed',
  counts: {
    label: 'Counts',
    waiting: 'Waiting for signatures',
    expiring: 'Expire within a week',
    drafts: 'Drafts',
    completed: 'Completed',
    vaultExpiring: 'Retention ends soon',
  },
  forYou: {
    title: 'Waiting for you',
    text: 'It is your turn. The link to sign is in the email to {email}; you can have it sent again.',
    from: 'From',
    until: 'Until',
    link: 'Link',
  },
  expiring: { title: 'Expires soon', expires: 'Expires' },
  activity: { title: 'The last six months', sent: 'Sent', completed: 'Completed' },
  nextStep: {
    label: 'Next step',
    notSealed: {
      title: '“{name}” cannot be sealed yet',
      text: 'Everyone has signed. Sealing is retried until it succeeds.',
      action: 'See why',
    },
    draft: {
      title: '“{name}” has not been sent',
      signers: 'Draft for {names}.',
      noSigners: 'Draft without signers.',
      action: 'Continue',
    },
    refused: { title: '“{name}” was refused', text: '{names} did not sign.', action: 'Read why' },
    first: {
      title: 'Send your first document for signature',
      text: 'Choose a PDF, name the people who sign it, draw where they sign. Each gets an email, and you follow it here.',
    },
  },
  quota: {
    title: 'This month',
    documents: 'Documents',
    signatures: 'Signatures',
    usage: '<strong>{used}</strong> of {limit}',
    progress: '{name} used',
    plan: '{organisation}, plan: {plan}',
    plans: { free: 'Free', starter: 'Starter', business: 'Business', enterprise: 'Enterprise' },
  },
}
