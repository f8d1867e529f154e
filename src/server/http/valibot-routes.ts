import type { FastifyInstance, FastifyTypeProvider } from 'fastify';
import * as v from 'valibot';
import { Problem } from '#shared/problem.ts';

export interface ValibotTypeProvider extends FastifyTypeProvider {
  validator: this['schema'] extends v.GenericSchema ? v.InferOutput<this['schema']> : unknown;
  serializer: this['schema'] extends v.GenericSchema ? v.InferInput<this['schema']> : unknown;
}

declare const fastify: FastifyInstance;
export type App = ReturnType<typeof fastify.withTypeProvider<ValibotTypeProvider>>;

const refuse = (): never => {
  throw new Error('Schemas are compiled by valibot.');
};

/** Keeps Fastify from loading its own compilers, which take long to start. */
export const noOtherCompilers = { buildValidator: refuse, buildSerializer: refuse };

/** Validates requests, and reduces responses to what their schemas name. */
export function useValibot(app: App): void {
  app.setValidatorCompiler<v.GenericSchema>(({ schema }) => (data) => {
    const read = v.safeParse(schema, data);
    return read.success ? { value: read.output } : { error: new Problem('malformed-request') };
  });
  app.setSerializerCompiler<v.GenericSchema>(
    ({ schema }) =>
      (data) =>
        JSON.stringify(v.parse(schema, data)),
  );
}
