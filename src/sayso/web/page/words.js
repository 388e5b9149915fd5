// The page's own words, in each language, and how it writes days and numbers. What the assistant says comes from the server.

import { written } from "./formats.js";
import { keep, kept } from "./kept.js";

const WORDS = {
  en: {
    skip: "Skip to the message field", talks: "Conversations", newTalk: "New conversation", searchTalks: "Search conversations",
    more: "Show more", conversation: "Conversation", message: "Message", hint: "Say what you need…", send: "Send",
    speak: "Speak", listening: "Listening…", keys: "Enter sends · ↑ reaches the suggestions · Esc cancels · / comes back here",
    tasks: "Tasks", show: "Show", all: "All", pending: "Open", completed: "Done", skipped: "skipped once", overdue: "Overdue", searchTasks: "Search tasks",
    undo: "Undo", redo: "Redo", language: "Language", theme: "Switch theme", cancel: "Cancel", confirm: "Confirm", delete: "Delete", close: "Close",
    signIn: "Sign in", signOut: "Sign out", signInHow: "With your address and password. You have no password? Whoever runs this server can give you a link.",
    email: "Email address", password: "Password", wrongPassword: "Address and password do not fit. Try again.", tooManyTries: "Too many tries. Wait a minute, then try again.",
    linkHow: "Open the link that appeared in the terminal when Sayso was started: it signs you in, once.", linkNew: "For a new link, start Sayso again, or type this in a terminal and open what it prints:",
    linkUsed: "This link was used already, or is too old.", you: "You", sayso: "Sayso", untitled: "New conversation", noTalks: "No conversations found.", noTalksYet: "No conversations yet.",
    deleteTalk: "Delete the conversation “{title}”", sureTalk: "Delete the conversation “{title}”? Your tasks stay.",
    deleteTask: "Delete “{title}”", sureTask: "Delete “{title}”?", done: "“{title}” is done", high: "high", medium: "medium", low: "low",
    noTasks: "Nothing here yet. Tell me what you have to do.", noneFit: "No task fits.", earlier: "Show earlier messages",
    open: { one: "{count} open", other: "{count} open" }, hidden: { one: "{count} more task: search to find it", other: "{count} more tasks: search to find them" },
    lost: "Connection lost. Trying again…", back: "Connected again.", odd: "Something went wrong. Try again.",
    hello: "What can I do for you?", helloMore: "Tell me in your own words. I show why I did what I did, and ask before anything is lost.",
    examples: ["Remind me to buy milk tomorrow", "What do I have to do this week?", "Add call Anna on Friday, high priority", "Which machines do I have?"],
    due: "due {day}", late: "overdue since {day}", choices: "Answers to choose from", nexts: "What you could say next", working: "Working…",
    why: "Why?", understood: "What I understood", confidence: "Confidence", candidates: "What it could have been", nothing: "No tool fits this message.",
    from: { message: "your words", history: "earlier in the conversation", context: "your tasks and machines", call: "the call", default: "the default", preference: "what you chose before" },
    heardBy: { pattern: "Heard by a sentence pattern", tagger: "Heard by its wording", schema: "Matched with the tool's description", thread: "From the conversation", call: "Proposed by the model" },
    pin: { yours: "Your PIN", digits: "A PIN has 4 to 12 digits.", told: "With a PIN nothing dangerous is done at a machine unless you type it.", has: "You have a PIN.", hasNone: "You have no PIN.", current: "Your PIN until now", wanted: "New PIN", keep: "Save the PIN", remove: "Have none any more", kept: "Your PIN is kept.", removed: "You have no PIN any more." },
    problem: { pin_required: "This takes your PIN: type it with your yes.", pin_wrong: "That is not your PIN. Try again; after five wrong ones you have to wait.", pin_blocked: "Too many wrong PINs. Try again in a quarter of an hour." },
    status: { call: "carried out", confirm: "waits for your yes", ask: "a question", failed: "not possible" },
    machines: "Machines", beside: "Tasks and machines", connected: "{count} of {of} connected", online: "connected", offline: "offline", unknown: "connection unknown", offlineSince: "offline since {time}", unreachable: "can't be reached now", target: "set to {value}", commands: "Commands",
    sureCommand: "{command}: “{name}”? This can't be taken back.", showChart: "Show {metric} of the last hours", askChart: "Show me the {metric} of {name} in the last 6 hours",
    chart: "{name}, {metric}: from {least} to {most}, last {last}", settings: "Settings", learned: "What I learned from your choices", noPreferences: "Nothing yet. What you pick several times I'll choose by myself; here you can make me forget it.",
    preferred: { choice: "By “{about}” you mean {name}", sequence: "After “{about}” you often want: {name}", priority: "Your new tasks mostly are of {name} priority" }, times: "{count} of {of} times", forget: "Forget", forgetOne: "Forget: {told}", forgetAll: "Forget all",
    elsewhere: "Your tasks elsewhere", exportAs: "Export:", importFrom: "Import a file (JSON, CSV, Todoist's CSV, iCalendar)", importing: "Reading…", importLarge: "That file is too large: split it.", imported: { one: "{count} task was added.", other: "{count} tasks were added." }, passedOver: { one: "{count} entry was passed over: {places}.", other: "{count} entries were passed over: {places}." },
    calendarOpen: "Make a calendar address", calendarNew: "Make a new calendar address", calendarClose: "Close it", calendarAddress: "Address of the calendar", calendarOnce: "Give this address to your calendar. Whoever knows it sees what is due; it is shown only now.", calendarIs: "A calendar may read what is due.",
    noLonger: "something that is no longer there", missing: "There is nothing at this address.", missingMore: "It may have been mistyped, or what was here is gone.", missingHome: "Go to your tasks and conversations",
    demo: "demo kitchen", demoTold: "These machines are simulated: nothing real is switched.", hide: "Hide", showMachines: "Show the machines beside the conversation", renameTalk: "Rename the conversation “{title}”", nameOfTalk: "Name of the conversation",
    quick: "Add a task in plain words", quickAdd: "Add", heardAs: "“{title}”: {more}", sort: "Sort", sorts: { due: "By day", priority: "By priority", title: "By name", newest: "Newest first" }, moreRows: { one: "Show {count} more", other: "Show {count} more" },
    group: { overdue: "Overdue", today: "Today", tomorrow: "Tomorrow", week: "This week", later: "Later", none: "Without a day", open: "Open", done: "Done" }, listKeys: "In the list: ↑ ↓ walk · Enter edits · d done · m moves · s skips · x chooses · Delete removes",
    offlineTold: "No connection: you see what was there before. What you type is sent when it is back.", outbox: "Waiting to be sent", waits: "waits to be sent", waitsLong: "typed {time}: send it now?", sendNow: "Send", discard: "Discard", notKept: "This conversation is not on this device. It can be read when the connection is back.",
    voice: { denied: "This browser may not use the microphone here. Allow it in the browser's settings for this page, or type.", none: "No microphone was found. Plug one in, or type.", silent: "I heard nothing. Try again, closer to the microphone.", network: "This browser needs a connection to understand speech. Type instead.", tongue: "This browser does not understand speech in this language. Type instead.", odd: "The microphone did not work. Try again, or type." },
    range: "Range", ranges: { 1: "1 hour", 6: "6 hours", 24: "1 day", 168: "7 days" }, compare: "Compare with…", without: "Without {name}, {metric}", noReadings: "Nothing was measured in this time.", chartCut: "{name} measured more than is read at once: this begins at {since}.", sums: { lineOf: "Line", least: "min", mean: "mean", most: "max", lastOne: "last" },
    general: "General", account: "Your account", signedInAt: "You are signed in here:", sessionHere: "This browser: {by} ({address}), since {since}", session: "{by} ({address}), since {since}, last seen {seen}", browserOn: "{browser} on {system}", someBrowser: "a browser", somewhere: "somewhere", endSession: "End", endOthers: "Sign out everywhere else",
    move: { today: "To today", tomorrow: "To tomorrow", nextWeek: "To next Monday", none: "Without a day", other: "Another day…" }, skipOnce: "Skip this time", endRepeat: "End the repetition", moreOf: "More for “{title}”", lastTime: "No other time follows. Mark it as done, delete it, or end its repetition.",
    edit: "Edit", save: "Save", day: "day", clock: "time", never: "does not repeat", choose: "Choose “{title}”", chooseSome: "Choose", chosenCount: { one: "{count} chosen", other: "{count} chosen" }, allDone: "Done", allTomorrow: "Tomorrow", allDelete: "Delete", allNone: "Cancel",
    sureSome: "Delete these {count}: {names}?", sureMany: "Delete these {count}: {names} and more?",
    dueNow: "Due now", doneNow: "Done", doneOf: "Done: “{title}”", later: "Later…", laterOf: "Remind me later of “{title}”", laterBy: { 10: "In 10 minutes", 60: "In an hour", 1440: "Tomorrow" }, dismiss: "Dismiss", dismissOf: "Dismiss: “{title}”",
    reminding: "Reminders", notify: "Notify me in this browser, also when this page is closed", sound: "With a sound", quiet: "Quiet from", quietFrom: "Quiet from", quietTo: "Quiet until", zone: "Time zone",
    notifyOn: "This browser notifies you.", notifyOpen: "This browser has no push service: it can remind you only while this page is open.", notifyDenied: "This browser does not allow notifications for this page. You can change that in its settings.", notifyFailed: "That did not work. Try again.", notifySecure: "Notifications need https. Reminders appear on this page while it is open.",
    metric: { temperature: "temperature", humidity: "humidity", power: "power" },
    undoOf: "Undo: “{title}”", undone: "Undone: “{title}”", redone: "Done again: “{title}”",
    repeats: { DAILY: { one: "every day", other: "every {count} days" }, WEEKLY: { one: "every week", other: "every {count} weeks" }, MONTHLY: { one: "every month", other: "every {count} months" }, YEARLY: { one: "every year", other: "every {count} years" }, each: "every {days}", times: { one: "one more time", other: "{count} times" }, until: "until {day}", lastDay: "last day", place: { 1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", "-1": "last" } }, stop: "Stop",
    mode: "Language model", modes: { engine: "Without a model", cascade: "Model where needed", model: "Model first" },
    fallback: { slow: "without the model: too slow", down: "without the model: not reachable", rate_limited: "without the model: busy", budget: "without the model: today's budget is used up", broken: "without the model: it broke off", refused: "without the model: it proposed what you did not ask for", claimed: "without the model's words: nothing shows them", stopped: "stopped" },
    cost: "Language model: {read} tokens read, {written} written, {seconds} s", costMoney: "Language model: {read} tokens read, {written} written, {seconds} s, cost {money}",
    tool: { add_task: "Add a task", list_tasks: "Show tasks", complete_task: "Complete a task", delete_task: "Delete a task", update_task: "Change a task", undo: "Undo", redo: "Redo", get_user_info: "Who you are", machine_command_execute: "Command a machine", metrics_read: "Read values", device_firmware_detail: "State of a machine", list_machines: "Show machines", states_read: "Show states", events_read: "Show events" },
    argument: { title: "title", description: "description", priority: "priority", due: "due", repeat: "repeats", new_repeat: "repeats", filter: "which", search: "search", limit: "how many", offset: "from", task_identifier: "task", new_title: "new title", new_description: "new description", new_priority: "new priority", new_due: "new due", new_status: "new state", device_id: "machine", device_name: "machine", serial: "serial", machine_command_id: "command", command_name: "command", overrides: "values", metric_names: "readings", last_value: "last value only", from: "from", to: "to", is_connected: "connected" },
    connectOwn: "Connect your own", connectTitle: "Connect your own machines", connectBy: "They are", connectMqtt: "behind an MQTT broker (Zigbee2MQTT, ESPHome, Tasmota …)", connectThings5: "on a Things5 platform", connectHost: "Host", connectPort: "Port", connectTls: "encrypted (TLS)", connectUser: "User", connectPrefix: "Beginning of the topics", connectUrl: "Address", connectToken: "Access token", connectOrganisation: "Organisation (only where the token opens several)", connectKept: "Password and token are kept encrypted, and shown to nobody.", connectTry: "Try it", connectDo: "Connect", connecting: "Connecting…", disconnect: "Disconnect", connectedNow: "Connected: {address}", disconnected: "Disconnected. The demo kitchen is back.",
    connectFound: { one: "It works: {count} device found: {names}.", other: "It works: {count} devices found: {names}." }, connectEmpty: "It works, but no device tells of itself there yet. In Zigbee2MQTT switch on “homeassistant”; check the beginning of the topics.", connectDone: { one: "Connected: {count} device. The demo kitchen is gone.", other: "Connected: {count} devices. The demo kitchen is gone." }, andMore: "{names} and {count} more",
    connectTrouble: { unknown_host: "Nobody knows this host. Check how it is written; an IP address works too.", refused: "Nobody listens at this address. Check host and port, and that it is running.", no_answer: "No answer came in time. Check host, port and TLS, and whether a firewall stands between.", certificate: "The certificate is not one that this machine trusts. Use the name that it is for.", not_encrypted: "TLS is not spoken at this address. Switch it off, or use the port for TLS (often 8883).", credentials: "The sign-in is refused. Check user and password, or the token.", elsewhere: "The platform sends us to another address. Enter that one, if you know it to be right.", bad_url: "That is no address we may send a token to. It begins with https.", bad_prefix: "Topics cannot begin like that. Usually it is: homeassistant", odd: "Something else answers there. Check host, port and address." },
  },
  it: {
    skip: "Vai al campo del messaggio", talks: "Conversazioni", newTalk: "Nuova conversazione", searchTalks: "Cerca conversazioni",
    more: "Mostra altre", conversation: "Conversazione", message: "Messaggio", hint: "Di' che cosa ti serve…", send: "Invia",
    speak: "Parla", listening: "Ti ascolto…", keys: "Invio manda · ↑ va ai suggerimenti · Esc annulla · / torna qui",
    tasks: "Attività", show: "Mostra", all: "Tutte", pending: "Da fare", completed: "Fatte", skipped: "saltata una volta", overdue: "In ritardo", searchTasks: "Cerca attività",
    undo: "Annulla", redo: "Rifai", language: "Lingua", theme: "Cambia tema", cancel: "Lascia stare", confirm: "Conferma", delete: "Elimina", close: "Chiudi",
    signIn: "Accedi", signOut: "Esci", signInHow: "Con il tuo indirizzo e la tua password. Non hai una password? Chi gestisce questo server può darti un link.",
    email: "Indirizzo email", password: "Password", wrongPassword: "Indirizzo e password non corrispondono. Riprova.", tooManyTries: "Troppi tentativi. Aspetta un minuto, poi riprova.",
    linkHow: "Apri il link che è apparso nel terminale all'avvio di Sayso: ti fa entrare, una volta sola.", linkNew: "Per un nuovo link, riavvia Sayso, oppure scrivi questo in un terminale e apri quello che stampa:",
    linkUsed: "Questo link è già stato usato, o è troppo vecchio.", you: "Tu", sayso: "Sayso", untitled: "Nuova conversazione", noTalks: "Nessuna conversazione trovata.", noTalksYet: "Ancora nessuna conversazione.",
    deleteTalk: "Elimina la conversazione «{title}»", sureTalk: "Eliminare la conversazione «{title}»? Le tue attività restano.",
    deleteTask: "Elimina «{title}»", sureTask: "Eliminare «{title}»?", done: "«{title}» è fatta", high: "alta", medium: "media", low: "bassa",
    noTasks: "Qui non c'è ancora nulla. Dimmi che cosa devi fare.", noneFit: "Nessuna attività corrisponde.", earlier: "Mostra i messaggi precedenti",
    open: { one: "{count} da fare", other: "{count} da fare" }, hidden: { one: "Ancora {count} attività: cercala per trovarla", other: "Altre {count} attività: cercale per trovarle" },
    lost: "Connessione persa. Riprovo…", back: "Di nuovo connesso.", odd: "Qualcosa è andato storto. Riprova.",
    hello: "Che cosa posso fare per te?", helloMore: "Dimmelo a parole tue. Ti mostro perché ho fatto quello che ho fatto, e chiedo prima che qualcosa vada perso.",
    examples: ["Ricordami di comprare il latte domani", "Che cosa devo fare questa settimana?", "Aggiungi chiamare Anna venerdì, priorità alta", "Che macchine ho?"],
    due: "entro {day}", late: "in ritardo da {day}", choices: "Risposte tra cui scegliere", nexts: "Che cosa potresti dire ora", working: "Ci lavoro…",
    why: "Perché?", understood: "Che cosa ho capito", confidence: "Sicurezza", candidates: "Che cosa poteva essere", nothing: "Nessuno strumento corrisponde a questo messaggio.",
    from: { message: "le tue parole", history: "prima nella conversazione", context: "le tue attività e macchine", call: "la chiamata", default: "il valore predefinito", preference: "le tue scelte di prima" },
    heardBy: { pattern: "Riconosciuto da uno schema di frase", tagger: "Capito dal modo di dirlo", schema: "Confrontato con la descrizione dello strumento", thread: "Dalla conversazione", call: "Proposto dal modello" },
    pin: { yours: "Il tuo PIN", digits: "Un PIN ha da 4 a 12 cifre.", told: "Con un PIN, nulla di pericoloso viene fatto a una macchina se non lo scrivi.", has: "Hai un PIN.", hasNone: "Non hai un PIN.", current: "Il tuo PIN attuale", wanted: "Nuovo PIN", keep: "Salva il PIN", remove: "Non averne più", kept: "Il tuo PIN è salvato.", removed: "Non hai più un PIN." },
    problem: { pin_required: "Per questo serve il tuo PIN: scrivilo con il tuo sì.", pin_wrong: "Non è il tuo PIN. Riprova; dopo cinque errori dovrai aspettare.", pin_blocked: "Troppi PIN sbagliati. Riprova tra un quarto d'ora." },
    status: { call: "eseguito", confirm: "aspetta il tuo sì", ask: "una domanda", failed: "non possibile" },
    machines: "Macchine", beside: "Attività e macchine", connected: "{count} su {of} connesse", online: "connessa", offline: "offline", unknown: "connessione sconosciuta", offlineSince: "offline dalle {time}", unreachable: "ora non raggiungibili", target: "impostata a {value}", commands: "Comandi",
    sureCommand: "{command}: «{name}»? Non si può annullare.", showChart: "Mostra {metric} delle ultime ore", askChart: "Mostrami {metric} di {name} nelle ultime 6 ore",
    chart: "{name}, {metric}: da {least} a {most}, ultima {last}", settings: "Impostazioni", learned: "Che cosa ho imparato dalle tue scelte", noPreferences: "Ancora nulla. Quello che scegli più volte lo sceglierò da me; qui puoi farmelo dimenticare.",
    preferred: { choice: "Con «{about}» intendi {name}", sequence: "Dopo «{about}» spesso vuoi: {name}", priority: "Le tue nuove attività hanno per lo più priorità {name}" }, times: "{count} su {of}", forget: "Dimentica", forgetOne: "Dimentica: {told}", forgetAll: "Dimentica tutto",
    elsewhere: "Le tue attività altrove", exportAs: "Esporta:", importFrom: "Importa un file (JSON, CSV, CSV di Todoist, iCalendar)", importing: "Leggo…", importLarge: "Il file è troppo grande: dividilo.", imported: { one: "{count} attività aggiunta.", other: "{count} attività aggiunte." }, passedOver: { one: "{count} voce saltata: {places}.", other: "{count} voci saltate: {places}." },
    calendarOpen: "Crea un indirizzo per il calendario", calendarNew: "Crea un nuovo indirizzo per il calendario", calendarClose: "Chiudilo", calendarAddress: "Indirizzo del calendario", calendarOnce: "Dai questo indirizzo al tuo calendario. Chi lo conosce vede le scadenze; si vede solo adesso.", calendarIs: "Un calendario può leggere le scadenze.",
    noLonger: "qualcosa che non c'è più", missing: "A questo indirizzo non c'è nulla.", missingMore: "Forse è scritto male, o quello che c'era non c'è più.", missingHome: "Vai alle tue attività e conversazioni",
    demo: "cucina dimostrativa", demoTold: "Queste macchine sono simulate: nulla di reale viene comandato.", hide: "Nascondi", showMachines: "Mostra le macchine accanto alla conversazione", renameTalk: "Rinomina la conversazione «{title}»", nameOfTalk: "Nome della conversazione",
    quick: "Aggiungi un'attività a parole", quickAdd: "Aggiungi", heardAs: "«{title}»: {more}", sort: "Ordina", sorts: { due: "Per giorno", priority: "Per priorità", title: "Per nome", newest: "Prima le nuove" }, moreRows: { one: "Mostrane ancora {count}", other: "Mostrane altre {count}" },
    group: { overdue: "In ritardo", today: "Oggi", tomorrow: "Domani", week: "Questa settimana", later: "Più avanti", none: "Senza giorno", open: "Da fare", done: "Fatte" }, listKeys: "Nell'elenco: ↑ ↓ scorre · Invio modifica · d fatta · m sposta · s salta · x sceglie · Canc elimina",
    offlineTold: "Nessuna connessione: vedi quello che c'era prima. Quello che scrivi parte quando torna.", outbox: "In attesa di invio", waits: "in attesa di invio", waitsLong: "scritto {time}: invio ora?", sendNow: "Invia", discard: "Scarta", notKept: "Questa conversazione non è su questo dispositivo. Si potrà leggere quando torna la connessione.",
    voice: { denied: "Il browser qui non può usare il microfono. Consentilo nelle impostazioni del browser per questa pagina, oppure scrivi.", none: "Nessun microfono trovato. Collegane uno, oppure scrivi.", silent: "Non ho sentito nulla. Riprova, più vicino al microfono.", network: "A questo browser serve una connessione per capire la voce. Scrivi, per ora.", tongue: "Questo browser non capisce la voce in questa lingua. Scrivi, per ora.", odd: "Il microfono non ha funzionato. Riprova, oppure scrivi." },
    range: "Periodo", ranges: { 1: "1 ora", 6: "6 ore", 24: "1 giorno", 168: "7 giorni" }, compare: "Confronta con…", without: "Senza {name}, {metric}", noReadings: "In questo periodo non è stato misurato nulla.", chartCut: "{name} ha misurato più di quanto si legge in una volta: qui comincia dal {since}.", sums: { lineOf: "Linea", least: "min", mean: "media", most: "max", lastOne: "ultima" },
    general: "Generali", account: "Il tuo account", signedInAt: "Hai effettuato l'accesso da:", sessionHere: "Questo browser: {by} ({address}), dal {since}", session: "{by} ({address}), dal {since}, ultimo uso {seen}", browserOn: "{browser} su {system}", someBrowser: "un browser", somewhere: "da qualche parte", endSession: "Termina", endOthers: "Esci da tutti gli altri",
    move: { today: "A oggi", tomorrow: "A domani", nextWeek: "A lunedì prossimo", none: "Senza giorno", other: "Un altro giorno…" }, skipOnce: "Salta questa volta", endRepeat: "Termina la ripetizione", moreOf: "Altro per «{title}»", lastTime: "Non ci sono altre volte. Segnala come fatta, eliminala o termina la ripetizione.",
    edit: "Modifica", save: "Salva", day: "giorno", clock: "ora", never: "non si ripete", choose: "Scegli «{title}»", chooseSome: "Scegli", chosenCount: { one: "{count} scelta", other: "{count} scelte" }, allDone: "Fatte", allTomorrow: "Domani", allDelete: "Elimina", allNone: "Lascia stare",
    sureSome: "Eliminare queste {count}: {names}?", sureMany: "Eliminare queste {count}: {names} e altre?",
    dueNow: "In scadenza ora", doneNow: "Fatto", doneOf: "Fatto: «{title}»", later: "Più tardi…", laterOf: "Ricordami più tardi «{title}»", laterBy: { 10: "Tra 10 minuti", 60: "Tra un'ora", 1440: "Domani" }, dismiss: "Chiudi l'avviso", dismissOf: "Chiudi l'avviso: «{title}»",
    reminding: "Promemoria", notify: "Avvisami in questo browser, anche a pagina chiusa", sound: "Con un suono", quiet: "Silenzio dalle", quietFrom: "Silenzio dalle", quietTo: "Silenzio fino alle", zone: "Fuso orario",
    notifyOn: "Questo browser ti avvisa.", notifyOpen: "Questo browser non ha un servizio push: può avvisarti solo mentre questa pagina è aperta.", notifyDenied: "Questo browser non permette notifiche per questa pagina. Puoi cambiarlo nelle sue impostazioni.", notifyFailed: "Non ha funzionato. Riprova.", notifySecure: "Le notifiche richiedono https. I promemoria appaiono in questa pagina mentre è aperta.",
    metric: { temperature: "temperatura", humidity: "umidità", power: "potenza" },
    undoOf: "Annulla: «{title}»", undone: "Annullato: «{title}»", redone: "Rifatto: «{title}»",
    repeats: { DAILY: { one: "ogni giorno", other: "ogni {count} giorni" }, WEEKLY: { one: "ogni settimana", other: "ogni {count} settimane" }, MONTHLY: { one: "ogni mese", other: "ogni {count} mesi" }, YEARLY: { one: "ogni anno", other: "ogni {count} anni" }, each: "ogni {days}", times: { one: "ancora una volta", other: "{count} volte" }, until: "fino a {day}", lastDay: "ultimo giorno", place: { 1: "primo", 2: "secondo", 3: "terzo", 4: "quarto", 5: "quinto", "-1": "ultimo" } }, stop: "Ferma",
    mode: "Modello linguistico", modes: { engine: "Senza modello", cascade: "Modello se serve", model: "Prima il modello" },
    fallback: { slow: "senza il modello: troppo lento", down: "senza il modello: non raggiungibile", rate_limited: "senza il modello: occupato", budget: "senza il modello: il budget di oggi è finito", broken: "senza il modello: si è interrotto", refused: "senza il modello: ha proposto ciò che non hai chiesto", claimed: "senza le parole del modello: nulla le dimostra", stopped: "fermato" },
    cost: "Modello linguistico: {read} token letti, {written} scritti, {seconds} s", costMoney: "Modello linguistico: {read} token letti, {written} scritti, {seconds} s, costo {money}",
    tool: { add_task: "Aggiungere un'attività", list_tasks: "Mostrare le attività", complete_task: "Completare un'attività", delete_task: "Eliminare un'attività", update_task: "Modificare un'attività", undo: "Annullare", redo: "Rifare", get_user_info: "Chi sei", machine_command_execute: "Comandare una macchina", metrics_read: "Leggere valori", device_firmware_detail: "Stato di una macchina", list_machines: "Mostrare le macchine", states_read: "Mostrare gli stati", events_read: "Mostrare gli eventi" },
    argument: { title: "titolo", description: "descrizione", priority: "priorità", due: "scadenza", repeat: "ripetizione", new_repeat: "ripetizione", filter: "quali", search: "ricerca", limit: "quante", offset: "da", task_identifier: "attività", new_title: "nuovo titolo", new_description: "nuova descrizione", new_priority: "nuova priorità", new_due: "nuova scadenza", new_status: "nuovo stato", device_id: "macchina", device_name: "macchina", serial: "matricola", machine_command_id: "comando", command_name: "comando", overrides: "valori", metric_names: "letture", last_value: "solo l'ultimo valore", from: "da", to: "a", is_connected: "connesse" },
    connectOwn: "Collega le tue", connectTitle: "Collega le tue macchine", connectBy: "Si trovano", connectMqtt: "dietro un broker MQTT (Zigbee2MQTT, ESPHome, Tasmota …)", connectThings5: "su una piattaforma Things5", connectHost: "Host", connectPort: "Porta", connectTls: "cifrata (TLS)", connectUser: "Utente", connectPrefix: "Inizio dei topic", connectUrl: "Indirizzo", connectToken: "Token di accesso", connectOrganisation: "Organizzazione (solo se il token ne apre più di una)", connectKept: "Password e token sono conservati cifrati e non vengono mostrati a nessuno.", connectTry: "Prova", connectDo: "Collega", connecting: "Mi collego…", disconnect: "Scollega", connectedNow: "Collegate: {address}", disconnected: "Scollegate. È tornata la cucina dimostrativa.",
    connectFound: { one: "Funziona: {count} dispositivo trovato: {names}.", other: "Funziona: {count} dispositivi trovati: {names}." }, connectEmpty: "Funziona, ma nessun dispositivo si è ancora presentato. In Zigbee2MQTT attiva «homeassistant»; controlla l'inizio dei topic.", connectDone: { one: "Collegate: {count} dispositivo. La cucina dimostrativa non c'è più.", other: "Collegate: {count} dispositivi. La cucina dimostrativa non c'è più." }, andMore: "{names} e altri {count}",
    connectTrouble: { unknown_host: "Nessuno conosce questo host. Controlla come è scritto; va bene anche un indirizzo IP.", refused: "A questo indirizzo non ascolta nessuno. Controlla host e porta, e che sia in funzione.", no_answer: "Nessuna risposta in tempo. Controlla host, porta e TLS, e se c'è un firewall in mezzo.", certificate: "Questa macchina non si fida del certificato. Usa il nome per cui è stato emesso.", not_encrypted: "A questo indirizzo non si parla TLS. Toglilo, o usa la porta per TLS (spesso 8883).", credentials: "L'accesso è rifiutato. Controlla utente e password, o il token.", elsewhere: "La piattaforma ci manda a un altro indirizzo. Scrivi quello, se sai che è giusto.", bad_url: "A questo indirizzo non si può mandare un token. Comincia con https.", bad_prefix: "I topic non possono cominciare così. Di solito è: homeassistant", organisation: "Il token non dice quale organizzazione si intende: scrivi il suo nome.", not_installed: "Manca quel che serve per i broker: pip install 'sayso[mqtt]', poi riprova.", odd: "Lì risponde qualcos'altro. Controlla host, porta e indirizzo." },
  },
};

const known = (code) => (code in WORDS ? code : null);
let language = known(kept("language")) ?? navigator.languages.map((l) => known(l.slice(0, 2))).find(Boolean) ?? "en";

/** The language of the page. */
export const spoken = () => language;

/** Choose the page's language, and keep the choice. */
export function speak(code) {
  language = known(code) ?? "en";
  keep("language", language);
}

/** The words for a key ("from.message" for one inside another), with {holes} filled; `count` picks the plural. */
export function say(key, holes = {}) {
  let words = key.split(".").reduce((found, part) => found?.[part], WORDS[language]);
  if (words?.other && "count" in holes) words = words[new Intl.PluralRules(language).select(holes.count)] ?? words.other;
  if (typeof words !== "string") return words ?? key.split(".").at(-1);
  return words.replace(/\{(\w+)\}/g, (_, name) => holes[name] ?? "");
}

/** Write the page's own words into every element that names them. */
export function label(root = document) {
  document.documentElement.lang = language;
  for (const element of root.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
  for (const element of root.querySelectorAll("[data-hint]")) element.placeholder = say(element.dataset.hint);
  for (const element of root.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", say(element.dataset.label));
    if (element.tagName === "BUTTON") element.title = say(element.dataset.label);
  }
}

/** A due day or time as a person writes it, in the person's zone; a day is a day in every zone. */
export function day(due, zone) {
  const isDay = due.length <= 10;
  const style = { weekday: "short", day: "numeric", month: "short", timeZone: isDay ? "UTC" : zone };
  if (!isDay) Object.assign(style, { hour: "2-digit", minute: "2-digit" });
  const moment = new Date(isDay ? `${due}T00:00:00Z` : due);
  if (moment.getUTCFullYear() !== new Date().getFullYear()) style.year = "numeric";
  return written(language === "en" ? "en-GB" : language, style).format(moment);
}

/** Whether a due day or time has passed. */
export function isPast(due, zone) {
  if (due.length > 10) return new Date(due) < new Date();
  return due < written("en-CA", { timeZone: zone, dateStyle: "short" }).format(new Date());
}

/** A share as per cent. */
export const percent = (share) => new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(share);

/** A number as a person writes it, with one decimal at the most. */
export const number = (value) => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value);

/** A time of a chart: the clock, with the day where the chart is longer than one. */
export function moment(at, zone, length = 0) {
  const style = { hour: "2-digit", minute: "2-digit", timeZone: zone };
  if (length > 26 * 3_600_000) Object.assign(style, { day: "numeric", month: "short" });
  return written(language === "en" ? "en-GB" : language, style).format(new Date(at));
}

/** When something was last heard of: the clock, with the day where that was not today. */
export function since(at, zone) {
  const day = (when) => written("en-CA", { timeZone: zone, dateStyle: "short" }).format(when);
  return moment(at, zone, day(new Date(at)) === day(new Date()) ? 0 : Infinity);
}
