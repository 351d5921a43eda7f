// Loaded before mocha by .mocharc.json. Mocha takes test files by `require` where Node can: tsx then makes CommonJS of them
// and of all they import, and what the code imports when it needs it, such as a command, would come as modules, with a
// second copy of all that it shares with the first: of its errors too, which nobody would know any more.
Object.defineProperty(process.features, 'require_module', { value: false });
