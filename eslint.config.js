// Biome formats and lints; ESLint adds only the rules that need types: no promise may be left floating.
import tseslint from 'typescript-eslint';

export default [
  { ignores: ['dist/', 'node_modules/', 'coverage/'] },
  {
    files: ['{schemas,ingest,detectors,services,deploy,test,bench}/**/*.ts'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { project: ['./tsconfig.json', './services/web/client/tsconfig.json'] },
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/return-await': ['error', 'in-try-catch'],
    },
  },
];
