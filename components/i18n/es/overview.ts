import type { Messages } from '../messages.ts'

export const overview: Messages['overview'] = {
  greeting: 'Hola',
  greetingName: 'Hola, {name}',
  inProgress:
    '{count, plural, =0 {No hay firmas pendientes.} one {Hay un proceso en curso.} other {Hay # procesos en curso.}}',
  waiting: {
    title: 'Pendiente de',
    empty: 'No hay firmas pendientes',
    emptyText: 'Los documentos que envía para firmar aparecen aquí hasta que se firman.',
    columns: { process: 'Proceso', signer: 'Firmante', since: 'Desde' },
  },
  completed: 'Completados recientemente',
  counts: {
    label: 'Recuentos',
    waiting: 'Pendientes de firma',
    expiring: 'Caducan en una semana',
    drafts: 'Borradores',
    completed: 'Completados',
    vaultExpiring: 'La conservación termina pronto',
  },
  forYou: {
    title: 'Pendiente de su firma',
    text: 'Es su turno. El enlace para firmar está en el correo enviado a {email}; puede pedir que se le envíe de nuevo.',
    from: 'De',
    until: 'Hasta',
    link: 'Enlace',
  },
  expiring: { title: 'Caducan pronto', expires: 'Caduca' },
  activity: { title: 'Los últimos seis meses', sent: 'Enviados', completed: 'Completados' },
  nextStep: {
    label: 'Siguiente paso',
    notSealed: {
      title: '«{name}» todavía no se puede sellar',
      text: 'Todos han firmado. El sellado se reintenta hasta que se consigue.',
      action: 'Ver el motivo',
    },
    draft: {
      title: '«{name}» no se ha enviado',
      signers: 'Borrador para {names}.',
      noSigners: 'Borrador sin firmantes.',
      action: 'Continuar',
    },
    refused: {
      title: '«{name}» se ha rechazado',
      text: 'Falta la firma de {names}.',
      action: 'Leer el motivo',
    },
    first: {
      title: 'Envíe su primer documento para firmar',
      text: 'Elija un PDF, indique quién lo firma y dónde. Cada firmante recibe un correo; usted sigue el avance.',
    },
  },
  quota: {
    title: 'Este mes',
    documents: 'Documentos',
    signatures: 'Firmas',
    usage: '<strong>{used}</strong> de {limit}',
    progress: '{name}, uso',
    plan: '{organisation}, plan: {plan}',
    plans: { free: 'Gratuito', starter: 'Starter', business: 'Business', enterprise: 'Enterprise' },
  },
}
