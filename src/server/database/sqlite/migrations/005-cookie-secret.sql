-- What signs cookies that have to outlive the process.
insert into "meta" values ('cookie-secret', lower(hex(randomblob(32))));
