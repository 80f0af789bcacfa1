import type { Messages } from '../messages.ts'

export const shell: Messages['shell'] = {
  nav: {
    main: 'Principal',
    overview: 'Resumen',
    documents: 'Documentos',
    processes: 'Procesos',
    templates: 'Plantillas',
    vault: 'Archivo',
    folders: 'Carpetas',
    users: 'Usuarios',
    apiKeys: 'Claves de API',
    webhooks: 'Webhooks',
    settings: 'Ajustes',
  },
  home: 'Paraph, resumen',
  account: 'Su cuenta',
  signOut: 'Cerrar sesión',
  language: 'Idioma',
  testMode: {
    label: 'Modo de prueba',
    error: 'No se pudo cambiar el modo. Vuelva a intentarlo.',
    banner: 'Los documentos creados ahora no son vinculantes y no consumen cuota.',
    record: 'Creado en modo de prueba. Sus firmas proceden de una autoridad de prueba y no son vinculantes.',
  },
  confirmation: {
    label: 'Su dirección no está confirmada',
    text: 'Confirme su dirección con el enlace que enviamos a <b>{email}</b>. Hasta entonces puede prepararlo todo, pero no se envía nada a otras personas.',
    resend: 'Reenviar',
    error: 'No se pudo enviar el correo. Vuelva a intentarlo.',
  },
  noAccess: {
    title: 'Sin acceso',
    text: 'Su rol, {role}, no lo permite. Pida otro rol a un administrador.',
  },
  notFound: {
    title: 'Página no encontrada',
    text: 'Esta página no existe, se eliminó o pertenece a otra organización. Compruebe la dirección.',
  },
  stale: 'Es posible que esta página no esté actualizada.',
  list: {
    show: 'Mostrar',
    loading: 'Cargando: {label}',
    pages: 'Páginas de la lista',
    page: 'Página {page} de {count} · {total, number} en total',
    pageOfMany: 'Página {page} · más de {total, number} resultados',
    previous: 'Anterior',
    next: 'Siguiente',
  },
  selection: {
    label: 'Acciones para la selección',
    clear: 'Quitar la selección',
    count: '{count, plural, one {# seleccionado} other {# seleccionados}}',
    select: 'Seleccionar {name}',
    selectAll: 'Seleccionar todo en esta página',
  },
}
